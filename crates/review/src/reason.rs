//! Why one decision is better than another, as numbers; and what else there is to say of a move.

use fogbound_engine::value::Evaluator;
use fogbound_engine::{Odds, PossibleStations};
use fogbound_puzzles::{Limit, TooLong, force, forces_after};
use fogbound_rules::{
    Action, FugitiveView, Hunter, HunterView, Public, Rules, Station, StationSet, Ticket, Transports,
    Turn,
};
use serde::Serialize;

use crate::class::Class;
use crate::judge::{Certainty, Judgement};
use crate::worth::imagine;

/// Why something else would have been better. Of two numbers the first is about what was decided, and `instead` about what
/// would have been better.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum Reason {
    /// After the better move of the hunters he is caught within so many of their turns, this one counted, wherever he is and
    /// whatever he does; after the other he is not.
    Net {
        /// So many.
        turns: u8,
    },
    /// After his move the hunters catch him within so many of their turns, whatever he does; after the better one they cannot be
    /// sure.
    Netted {
        /// So many.
        turns: u8,
    },
    /// The chance that he stood where the hunter went.
    Catch {
        /// Where the hunter went.
        chance: f64,
        /// Where it should have gone.
        instead: f64,
    },
    /// Stations where he can be after his next move, and where no hunter gets at once.
    WaysOut {
        /// So many.
        stations: usize,
        /// And so many.
        instead: usize,
        /// The ticket that leads to most of those that are more.
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<Ticket>,
    },
    /// How far the hunter is from where he can be, on average and in moves.
    Distance {
        /// So far.
        moves: f64,
        /// And so far.
        instead: f64,
    },
    /// The hunter pays with a ticket of which few are left.
    ScarceTicket {
        /// Which.
        ticket: Ticket,
        /// How many were left, this one counted.
        left: u8,
    },
    /// Hunters who can enter the station where he went.
    Threat {
        /// So many.
        hunters: usize,
        /// And so many.
        instead: usize,
    },
    /// Hunters who are at most two moves from the station where he went.
    Near {
        /// So many.
        hunters: usize,
        /// And so many.
        instead: usize,
    },
    /// Stations where the hunters hold him possible.
    GaveAway {
        /// So many.
        stations: usize,
        /// And so many.
        instead: usize,
    },
    /// Stations that he can go to next, and where no hunter gets at once.
    Exits {
        /// So many.
        stations: usize,
        /// And so many.
        instead: usize,
    },
    /// Stations where he can be in three moves without going where a hunter can be by then; for hunters on average over where he
    /// can be.
    Ahead {
        /// So many.
        stations: f64,
        /// And so many.
        instead: f64,
    },
    /// Stations where a hunter gets in two moves, or he from his start.
    Reach {
        /// So many.
        stations: usize,
        /// And so many.
        instead: usize,
    },
    /// A black ticket was spent, and the better decision keeps it.
    BlackSpent {
        /// How many stations more are possible than by the line's own ticket.
        more: usize,
    },
    /// A double ticket was spent, and the better decision keeps it.
    DoubleSpent,
    /// A black ticket should have been spent.
    BlackKept,
    /// A double ticket should have been spent.
    DoubleKept,
    /// He shows himself after so many moves more.
    RevealNext {
        /// 1 is the next move.
        moves: u8,
    },
    /// Nothing that can be told in a number: the search sees it further on.
    Deeper,
}

/// What else there is to say of a decision of the fugitive.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(tag = "note", rename_all = "snake_case")]
pub enum Note {
    /// A black ticket that hid next to nothing.
    BlackWasted {
        /// How many stations more are possible than by the line's own ticket.
        more: usize,
    },
    /// A double that was no better than a single move.
    DoubleWasted,
    /// He went where a hunter can enter at once, and it was not needed.
    NeedlessRisk {
        /// How many hunters can.
        hunters: usize,
        /// How likely the hunters hold him there, of all stations that they can enter.
        chance: f64,
    },
    /// He left himself fewer stations where he can be than he could have.
    GaveAway {
        /// So many.
        stations: usize,
        /// In place of so many.
        instead: usize,
    },
}

/// A black ticket hides next to nothing if it adds no more stations than this.
const HIDES: usize = 2;

/// At most so many reasons are given.
const MOST: usize = 3;

/// Among how many stations a hunter's turn is searched for a net that holds, by the number of turns less one; and how many
/// decisions are looked at for it.
const NETS: [usize; 2] = [usize::MAX, 8];
const LIMIT: Limit = Limit::new(20_000);

/// So many moves are looked ahead.
pub(crate) const AHEAD: usize = 3;

/// The least number of turns after which one thing is proven and the other refuted.
fn net(
    rules: &Rules,
    possible: StationSet,
    proven: impl Fn(u8) -> Result<bool, TooLong>,
    refuted: impl Fn(u8) -> Result<bool, TooLong>,
) -> Option<u8> {
    if rules.has_case() || rules.is_scored() {
        return None;
    }
    let turns = (1..).zip(NETS).filter(|&(_, most)| possible.len() <= most).map(|(turns, _)| turns);
    let first = turns.clone().find(|&turns| proven(turns) == Ok(true))?;
    turns.filter(|&turns| turns >= first).all(|turns| refuted(turns) == Ok(false)).then_some(first)
}

/// What everybody knows after a move of a hunter that did not catch him, and where he can be then.
fn after_hunt(
    rules: &Rules,
    public: &Public,
    possible: StationSet,
    action: Action,
) -> Option<(Public, StationSet)> {
    let Action::Hunt { to, .. } = action else { return None };
    let mut left = possible;
    left.remove(to);
    let at = left.iter().next()?;
    let mut position = imagine(rules, public, at);
    position.apply(rules, action);
    Some((*position.public(), left))
}

/// The fares that he may pay with openly.
fn fares() -> [Option<Ticket>; 4] {
    [None, Some(Ticket::Taxi), Some(Ticket::Bus), Some(Ticket::Underground)]
}

/// Where he can be after his next move and no hunter gets at once, by fare.
fn ways_out(rules: &Rules, public: &Public, possible: StationSet) -> [StationSet; 4] {
    let threatened = public.threatened(rules);
    fares().map(|fare| {
        let all = possible
            .iter()
            .fold(StationSet::EMPTY, |all, from| all.union(rules.destinations(fare, from)));
        all.difference(&threatened).iter().filter(|&at| !public.is_closed(at)).collect()
    })
}

fn union(sets: &[StationSet]) -> StationSet {
    sets.iter().fold(StationSet::EMPTY, |all, set| all.union(set))
}

/// Why hunters should have decided otherwise: the weightiest reasons.
pub(crate) fn of_hunters(
    view: &HunterView,
    odds: &Odds,
    evaluator: &Evaluator,
    played: Action,
    better: Action,
) -> (Vec<Reason>, Certainty) {
    let (reasons, certainty) = all_of_hunters(view, odds, evaluator, played, better);
    (ranked(reasons), certainty)
}

/// The same, with all reasons and their weights.
fn all_of_hunters(
    view: &HunterView,
    odds: &Odds,
    evaluator: &Evaluator,
    played: Action,
    better: Action,
) -> (Vec<(f64, Reason)>, Certainty) {
    let (rules, public) = (&**view.rules(), view.public());
    let possible = odds.belief().possible();
    let mut reasons: Vec<(f64, Reason)> = vec![];
    let target = |action: Action| match action {
        Action::Hunt { to, .. } => Some(to),
        _ => None,
    };
    let chance = |action: Action| {
        target(action).filter(|&to| possible.contains(to)).map_or(0.0, |to| odds.weight(to))
    };
    let (here, there) = (chance(played), chance(better));
    if there - here >= 0.03 {
        reasons.push((there - here, Reason::Catch { chance: here, instead: there }));
    }
    if let (Some(from), Some(to)) = (target(played), target(better)) {
        let mean = |from: Station| {
            let far = |at: Station| odds.weight(at) * f64::from(rules.board().distance(from, at));
            possible.iter().map(far).sum::<f64>()
        };
        let (moves, instead) = (mean(from), mean(to));
        if moves - instead >= 0.3 {
            reasons.push(((moves - instead) / 10.0, Reason::Distance { moves, instead }));
        }
    }
    let after = [played, better].map(|action| after_hunt(rules, public, possible, action));
    if let [Some((here, left)), Some((there, others))] = &after {
        let (with, without) = (ways_out(rules, here, *left), ways_out(rules, there, *others));
        let (stations, instead) = (union(&with).len(), union(&without).len());
        if stations > instead {
            let more = |index: &usize| with[*index].difference(&without[*index]).len();
            let by = (0..4).max_by_key(more).and_then(|index| fares()[index]);
            let share = (stations - instead) as f64 / stations as f64;
            reasons.push((share / 2.0, Reason::WaysOut { stations, instead, by }));
        }
        let ahead = |public: &Public, left: &StationSet| {
            let common = evaluator.common(rules, public, *left);
            let all: f64 = left.iter().map(|at| odds.weight(at)).sum();
            let count = |at| odds.weight(at) * common.ahead(at, AHEAD).len() as f64;
            left.iter().map(count).sum::<f64>() / all.max(f64::MIN_POSITIVE)
        };
        let (stations, instead) = (ahead(here, left), ahead(there, others));
        if stations - instead >= 0.5 {
            let share = (stations - instead) / stations;
            reasons.push((share / 2.0, Reason::Ahead { stations, instead }));
        }
    }
    let rides = |action| match action {
        Action::Hunt { hunter, .. } => public.hunter_rides(rules, hunter),
        _ => Transports::LAND,
    };
    reasons.extend(reach(evaluator, (stop(played), stop(better)), rides(played)));
    if let Action::Hunt { hunter, ticket: Some(ticket), .. } = played {
        let left = public.purse(rules, hunter).count(ticket);
        let other = !matches!(better, Action::Hunt { ticket: Some(other), .. } if other == ticket);
        // By which ticket it gets there is the whole question then.
        let there = target(played) == target(better);
        if other && (there || left <= 2) && !rules.rides_free(hunter) {
            let reason = Reason::ScarceTicket { ticket, left };
            reasons.push((if there { 0.3 } else { 0.05 }, reason));
        }
    }
    let forced = |action| move |turns| forces_after(rules, public, possible, action, turns, LIMIT);
    let only = possible.len() == 1 && target(better).is_some_and(|to| possible.contains(to));
    let closed = if only { None } else { net(rules, possible, forced(better), forced(played)) };
    reasons.extend(closed.map(|turns| (2.0, Reason::Net { turns })));
    (reasons, if only || closed.is_some() { Certainty::Proven } else { Certainty::Likely })
}

/// Where a piece stops.
fn stop(action: Action) -> Option<Station> {
    match action {
        Action::Hunt { to: at, .. } | Action::Place { at, .. } | Action::Start { at } => Some(at),
        _ => None,
    }
}

/// That more stations are two moves away.
fn reach(
    evaluator: &Evaluator,
    stops: (Option<Station>, Option<Station>),
    rides: Transports,
) -> Option<(f64, Reason)> {
    let (played, better) = (stops.0?, stops.1?);
    let count = |at| evaluator.reach().ball(rides, 2, at).len();
    let (stations, instead) = (count(played), count(better));
    let share = instead.saturating_sub(stations) as f64 / instead as f64;
    (instead >= stations + 4).then_some((0.1 * share, Reason::Reach { stations, instead }))
}

fn ranked(mut reasons: Vec<(f64, Reason)>) -> Vec<Reason> {
    reasons.sort_by(|a, b| b.0.total_cmp(&a.0));
    reasons.truncate(MOST);
    if reasons.is_empty() {
        return vec![Reason::Deeper];
    }
    reasons.into_iter().map(|(_, reason)| reason).collect()
}

/// How a move of the fugitive leaves him.
struct Left {
    public: Public,
    to: Station,
    possible: StationSet,
    /// Who can enter the station where he is.
    threat: usize,
    /// Where he can go next and no hunter gets at once.
    exits: usize,
}

fn left(view: &FugitiveView, odds: &Odds, action: Action) -> Option<Left> {
    let Action::Move(m) = action else { return None };
    let rules = view.rules();
    let mut position = view.position();
    position.apply(rules, action);
    let public = *position.public();
    let mut possible = PossibleStations(odds.belief().possible());
    possible.after(rules, action, &public);
    let threatened = public.threatened(rules);
    let rides = public.fugitive_rides(rules);
    let next =
        rides.iter().fold(StationSet::EMPTY, |all, by| all.union(rules.board().neighbours(m.to, by)));
    let exits = next.difference(&threatened).iter().filter(|&at| !public.is_closed(at)).count();
    let threat = rules.hunters().filter(|&hunter| enters(rules, &public, hunter, m.to)).count();
    Some(Left { public, to: m.to, possible: possible.0, threat, exits })
}

fn enters(rules: &Rules, public: &Public, hunter: Hunter, to: Station) -> bool {
    let Some(at) = public.station(hunter) else { return false };
    let rides = public.hunter_rides(rules, hunter);
    let mut links = rules.board().links(at).iter();
    links.any(|link| link.to == to && !link.by.intersection(rides).is_empty())
}

/// How many stations more are possible by a black ticket than by the cheapest other that leads there; none if it
/// is not black, or nothing else leads there.
fn hidden_by_black(view: &FugitiveView, odds: &Odds, action: Action) -> Option<usize> {
    let Action::Move(m) = action else { return None };
    if m.ticket != Some(Ticket::Black) {
        return None;
    }
    let black = left(view, odds, action)?.possible.len();
    let others = view.actions().into_iter().filter_map(|other| match other {
        Action::Move(o) if o.to == m.to && o.ticket != m.ticket && o.double == m.double => {
            Some(left(view, odds, other)?.possible.len())
        }
        _ => None,
    });
    others.max().map(|open| black.saturating_sub(open))
}

/// Why the fugitive should have decided otherwise: the weightiest reasons.
pub(crate) fn of_fugitive(
    view: &FugitiveView,
    odds: &Odds,
    evaluator: &Evaluator,
    played: Action,
    better: Action,
) -> (Vec<Reason>, Certainty) {
    let (reasons, certainty) = all_of_fugitive(view, odds, evaluator, played, better);
    (ranked(reasons), certainty)
}

/// The same, with all reasons and their weights.
fn all_of_fugitive(
    view: &FugitiveView,
    odds: &Odds,
    evaluator: &Evaluator,
    played: Action,
    better: Action,
) -> (Vec<(f64, Reason)>, Certainty) {
    let rules = view.rules();
    let mut reasons: Vec<(f64, Reason)> = vec![];
    let mut certainty = Certainty::Likely;
    if let (Some(here), Some(there)) = (left(view, odds, played), left(view, odds, better)) {
        if here.threat > there.threat {
            let weight = (here.threat - there.threat) as f64;
            let first = if there.threat == 0 { 0.5 } else { 0.1 };
            let reason = Reason::Threat { hunters: here.threat, instead: there.threat };
            reasons.push((first + 0.1 * weight, reason));
        }
        let (stations, instead) = (here.possible.len(), there.possible.len());
        if instead >= stations + 2 {
            let share = (instead - stations) as f64 / instead as f64;
            reasons.push((0.6 * share, Reason::GaveAway { stations, instead }));
        }
        if there.exits > here.exits {
            let share = (there.exits - here.exits) as f64 / there.exits as f64;
            let reason = Reason::Exits { stations: here.exits, instead: there.exits };
            reasons.push((0.5 * share, reason));
        }
        let near = |left: &Left| {
            let near = |&hunter: &Hunter| {
                let rides = left.public.hunter_rides(rules, hunter);
                let from = left.public.station(hunter);
                from.is_some_and(|from| evaluator.reach().distance(rides, from, left.to) <= 2)
            };
            rules.hunters().filter(near).count()
        };
        let (hunters, instead) = (near(&here), near(&there));
        if hunters > instead {
            reasons.push((0.08 * (hunters - instead) as f64, Reason::Near { hunters, instead }));
        }
        let ahead = |left: &Left| {
            evaluator.common(rules, &left.public, left.possible).ahead(left.to, AHEAD).len()
        };
        let (stations, instead) = (ahead(&here), ahead(&there));
        if instead > stations {
            let share = (instead - stations) as f64 / instead as f64;
            let (stations, instead) = (stations as f64, instead as f64);
            reasons.push((0.5 * share, Reason::Ahead { stations, instead }));
        }
        let turn = here.public.turn() == Turn::Hunters;
        if here.possible.len() == 1 && here.threat > 0 && turn && there.threat == 0 {
            certainty = Certainty::Proven;
        }
        let forced = |left: &Left, turns| match left.public.turn() {
            Turn::Hunters => Ok(force(rules, &left.public, left.possible, turns, LIMIT)?.is_some()),
            _ => Err(TooLong),
        };
        let here_forced = |turns| forced(&here, turns);
        if let Some(turns) = net(rules, here.possible, here_forced, |turns| forced(&there, turns)) {
            certainty = Certainty::Proven;
            reasons.push((2.0, Reason::Netted { turns }));
        }
    }
    reasons.extend(reach(evaluator, (stop(played), stop(better)), Transports::LAND));
    let black = |action: Action| matches!(action, Action::Move(m) if m.ticket == Some(Ticket::Black));
    let double = |action: Action| matches!(action, Action::Move(m) if m.double);
    if black(played) && !black(better) {
        let more = hidden_by_black(view, odds, played).unwrap_or(0);
        reasons.push((if more <= HIDES { 0.3 } else { 0.05 }, Reason::BlackSpent { more }));
    }
    if black(better) && !black(played) {
        reasons.push((0.15, Reason::BlackKept));
    }
    if double(better) && !double(played) {
        reasons.push((0.15, Reason::DoubleKept));
    }
    if double(played) && !double(better) {
        reasons.push((0.3, Reason::DoubleSpent));
    }
    let public = view.hunters().public();
    let until = (public.filled() + 1..=rules.slots()).position(|slot| rules.is_reveal(slot));
    if let Some(until) = until.filter(|until| *until <= 1) {
        reasons.push((0.04, Reason::RevealNext { moves: until as u8 + 1 }));
    }
    (reasons, certainty)
}

/// What else there is to say of a decision of the fugitive.
pub(crate) fn notes(
    view: &FugitiveView,
    odds: &Odds,
    played: Action,
    judgement: &Judgement,
) -> Vec<Note> {
    let mut notes = vec![];
    let Action::Move(m) = played else { return notes };
    let better = judgement.better.as_ref().map(|better| better.action);
    if let Some(more) = hidden_by_black(view, odds, played).filter(|more| *more <= HIDES) {
        notes.push(Note::BlackWasted { more });
    }
    let single = matches!(better, Some(Action::Move(other)) if !other.double);
    if m.double && single && judgement.class >= Class::Inaccuracy {
        notes.push(Note::DoubleWasted);
    }
    let Some(here) = left(view, odds, played) else { return notes };
    let there = better.and_then(|better| left(view, odds, better));
    if let Some(there) = &there {
        if here.threat > 0 && there.threat == 0 && here.public.turn() == Turn::Hunters {
            let threatened = here.public.threatened(view.rules());
            let open = threatened.intersection(&here.possible).len().max(1);
            notes.push(Note::NeedlessRisk { hunters: here.threat, chance: 1.0 / open as f64 });
        }
        let (stations, instead) = (here.possible.len(), there.possible.len());
        if judgement.class >= Class::Inaccuracy && stations * 2 <= instead {
            notes.push(Note::GaveAway { stations, instead });
        }
    }
    notes
}

#[cfg(test)]
mod tests;
