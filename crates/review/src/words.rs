//! Reasons in English, for the command line.

use std::fmt;

use fogbound_rules::Ticket;

use crate::class::Class;
use crate::judge::Certainty;
use crate::reason::{AHEAD, Note, Reason};

/// A share as points of a hundred.
fn percent(share: f64) -> f64 {
    100.0 * share
}

struct Count(usize, &'static str);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Count(count, noun) = self;
        write!(f, "{count} {noun}{}", if *count == 1 { "" } else { "s" })
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Class::Conceded => "given up",
            Class::Forced => "forced",
            Class::Best => "best",
            Class::Good => "good",
            Class::Inaccuracy => "inaccuracy",
            Class::Mistake => "mistake",
            Class::Blunder => "blunder",
        })
    }
}

impl fmt::Display for Certainty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Certainty::Proven => "surely",
            Certainty::Likely => "likely",
        })
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Reason::Net { turns } => {
                write!(f, "with the better move he is caught within {}", Count(turns.into(), "turn"))
            }
            Reason::Netted { turns } => {
                let turns = Count(turns.into(), "turn");
                write!(f, "then he can be caught within {turns}, whatever he does")
            }
            Reason::Ahead { stations, instead } => {
                let [stations, instead] = [stations, instead].map(|count| (count * 10.0).round() / 10.0);
                let noun = if stations == 1.0 { "station" } else { "stations" };
                write!(f, "in {AHEAD} moves he gets to {stations} {noun} ahead of all hunters, ")?;
                write!(f, "with the better move to {instead}")
            }
            Reason::Reach { stations, instead } => {
                let stations = Count(stations, "station");
                write!(f, "two moves from here lead to {stations}, from the better one to {instead}")
            }
            Reason::Catch { chance, instead } => {
                let (chance, instead) = (percent(chance), percent(instead));
                write!(
                    f,
                    "a chance of {chance:.0} % that he is here, with the better move {instead:.0} %"
                )
            }
            Reason::WaysOut { stations, instead, by } => {
                write!(f, "this lets him out")?;
                if let Some(ticket) = by.filter(|ticket| *ticket != Ticket::Black) {
                    write!(f, " by {}", ticket.name())?;
                }
                write!(f, ": {} more", Count(stations - instead, "station"))
            }
            Reason::Distance { moves, instead } => {
                write!(
                    f,
                    "{moves:.1} moves from where he can be on average, with the better move {instead:.1}"
                )
            }
            Reason::ScarceTicket { ticket, left } => {
                let left = Count(left.saturating_sub(1).into(), "ticket");
                write!(f, "this leaves {left} for the {}", ticket.name())
            }
            Reason::Threat { hunters, instead } => {
                let verb = if hunters == 1 { "enters" } else { "enter" };
                let hunters = Count(hunters, "hunter");
                write!(f, "{hunters} {verb} here at once, with the better move {instead}")
            }
            Reason::Near { hunters, instead } => {
                let verb = if hunters == 1 { "is" } else { "are" };
                let hunters = Count(hunters, "hunter");
                write!(f, "{hunters} {verb} within two moves, with the better move {instead}")
            }
            Reason::GaveAway { stations, instead } => {
                let stations = Count(stations, "station");
                write!(f, "then he can be at {stations}, with the better move at {instead}")
            }
            Reason::Exits { stations, instead } => {
                let ways = Count(stations, "way");
                write!(f, "{ways} on that no hunter reaches at once, with the better move {instead}")
            }
            Reason::BlackSpent { more: 0 } => f.write_str("the black ticket hides nothing"),
            Reason::BlackSpent { more } => {
                write!(f, "the black ticket hides no more than {}", Count(more, "station"))
            }
            Reason::DoubleSpent => f.write_str("the double is not needed"),
            Reason::BlackKept => f.write_str("this is where a black ticket helps"),
            Reason::DoubleKept => f.write_str("this is where a double helps"),
            Reason::RevealNext { moves: 1 } => f.write_str("he shows himself with this move"),
            Reason::RevealNext { .. } => f.write_str("he shows himself with the next move"),
            Reason::Deeper => f.write_str("no reason in one number: it shows further on"),
        }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Note::BlackWasted { more: 0 } => f.write_str("a wasted black ticket: it hides nothing"),
            Note::BlackWasted { more } => {
                write!(f, "a wasted black ticket: it hides {} more", Count(more, "station"))
            }
            Note::DoubleWasted => f.write_str("a wasted double: a single move is better"),
            Note::NeedlessRisk { hunters, chance } => {
                let verb = if hunters == 1 { "enters" } else { "enter" };
                let hunters = Count(hunters, "hunter");
                write!(
                    f,
                    "a needless risk: {hunters} {verb}, one of {:.0} stations to guess",
                    1.0 / chance
                )
            }
            Note::GaveAway { stations, instead } => {
                let stations = Count(stations, "station");
                write!(f, "he gave himself away: {stations} possible in place of {instead}")
            }
        }
    }
}
