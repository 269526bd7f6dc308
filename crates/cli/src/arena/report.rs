//! What an arena prints.

use std::io::Write;

use fogbound_arena::{Arena, Cell, Entrant, Tally, totals};
use fogbound_rules::Side;
use serde_json::{Value, json};

use crate::failure::Failure;

/// How many forfeits are told one by one, in words.
const MOST_FORFEITS: usize = 10;
/// The columns that a table may use, and those of a name in it.
const COLUMNS: usize = 100;
const NAME: usize = 28;

pub(super) struct Report<'a> {
    pub(super) arena: &'a Arena,
    pub(super) entrants: &'a [Entrant],
    pub(super) cells: &'a [Cell],
    /// How many of the games were played in this run, and did not come from a file.
    pub(super) played_now: u64,
    pub(super) seconds: f64,
}

pub(super) fn percent(rate: f64) -> String {
    format!("{:.1}", 100.0 * rate)
}

impl Report<'_> {
    pub(super) fn cell_json(&self, cell: &Cell) -> Value {
        let (tally, interval) = (&cell.tally, cell.tally.interval());
        let score = tally.score_interval();
        let forfeits = tally.forfeits.iter();
        let forfeits = forfeits.map(
            |(start, forfeit)| json!({"start": start, "side": forfeit.side, "reason": forfeit.reason}),
        );
        json!({
            "fugitive": cell.pairing.fugitive.to_string(), "hunters": cell.pairing.hunters.to_string(),
            "games": tally.games,
            "fugitive_wins": tally.fugitive_wins, "hunters_wins": tally.hunters_wins(),
            "fugitive_rate": tally.fugitive_rate(), "low": interval.low, "high": interval.high,
            "mean_rounds": tally.mean_rounds(), "mean_moves": tally.mean_plays(),
            "mean_score": tally.mean_score(),
            "score_low": score.map(|score| score.low), "score_high": score.map(|score| score.high),
            "endings": tally.endings, "forfeits": forfeits.collect::<Vec<_>>(),
        })
    }

    /// What is true of the whole run.
    pub(super) fn frame_json(&self) -> Value {
        let rules = &self.arena.rules;
        json!({
            "edition": rules.edition().id, "board": rules.board().id(), "options": rules.options(),
            "pieces": rules.detectives(), "seed": self.arena.seed, "seconds": self.seconds,
        })
    }

    pub(super) fn json(&self) -> Result<(), Failure> {
        let mut object = self.cell_json(&self.cells[0]);
        let frame = self.frame_json();
        if let (Some(object), Value::Object(frame)) = (object.as_object_mut(), frame) {
            object.extend(frame);
        }
        writeln!(std::io::stdout().lock(), "{object}")?;
        Ok(())
    }

    pub(super) fn matrix_json(&self) -> Result<(), Failure> {
        let mut object = self.frame_json();
        object["cells"] = self.cells.iter().map(|cell| self.cell_json(cell)).collect();
        let totals = totals(self.entrants, self.cells).into_iter().map(|total| {
            let rate = total.rate();
            json!({
                "bot": total.entrant.to_string(), "games": total.games(), "wins": total.wins(),
                "games_as_fugitive": total.as_fugitive.0, "wins_as_fugitive": total.as_fugitive.1,
                "games_as_hunters": total.as_hunters.0, "wins_as_hunters": total.as_hunters.1,
                "rate": rate.map(|(rate, _)| rate),
                "low": rate.map(|(_, interval)| interval.low),
                "high": rate.map(|(_, interval)| interval.high),
                "forfeits": total.forfeits,
            })
        });
        object["bots"] = totals.collect();
        writeln!(std::io::stdout().lock(), "{object}")?;
        Ok(())
    }

    pub(super) fn head(&self, out: &mut impl Write) -> Result<(), Failure> {
        let rules = &self.arena.rules;
        let options = match rules.options().is_empty() {
            true => String::new(),
            false => format!(", {}", rules.options()),
        };
        writeln!(out, "{}, {} detectives{options}", rules.edition().id, rules.detectives())?;
        let games: u64 = self.cells.iter().map(|cell| cell.tally.games).sum();
        let now = match self.played_now {
            now if now == games => String::new(),
            0 => ", none of them played now,".into(),
            now => format!(", {now} of them played now"),
        };
        let games = if games == 1 { "1 game".into() } else { format!("{games} games") };
        writeln!(out, "{games}{now} in {:.2} s, seed {}", self.seconds, self.arena.seed)?;
        Ok(())
    }

    pub(super) fn words(&self) -> Result<(), Failure> {
        let mut out = std::io::stdout().lock();
        let Cell { pairing, tally } = &self.cells[0];
        self.head(&mut out)?;
        let interval = tally.interval();
        let wins = [
            (Side::Fugitive, &pairing.fugitive, tally.fugitive_wins, interval.low, interval.high),
            (
                Side::Hunters,
                &pairing.hunters,
                tally.hunters_wins(),
                1.0 - interval.high,
                1.0 - interval.low,
            ),
        ];
        if let Some(score) = score_words(tally) {
            writeln!(out, "the fugitive's mean: {score}")?;
        }
        for (side, entrant, wins, low, high) in wins {
            let rate = percent(wins as f64 / tally.games as f64);
            let (low, high) = (percent(low), percent(high));
            writeln!(out, "{side:<8} {entrant}: won {wins} = {rate} % ({low} to {high})")?;
        }
        let (rounds, plays) = (tally.mean_rounds(), tally.mean_plays());
        writeln!(out, "on average {rounds:.1} rounds, {plays:.1} decisions and draws")?;
        for (ending, count) in &tally.endings {
            writeln!(out, "  {ending:<16}{count:>9}")?;
        }
        forfeit_words(&mut out, "", tally)
    }

    pub(super) fn matrix_words(&self) -> Result<(), Failure> {
        let mut out = std::io::stdout().lock();
        self.head(&mut out)?;
        let width = self.entrants.iter().map(|entrant| short(entrant).chars().count());
        let width = width.max().unwrap_or(0).max("fugitive".len());
        writeln!(out, "\nthe fugitive's wins in %, with 95 % intervals; columns are the hunters")?;
        self.rate_table(&mut out, width)?;
        self.score_table(&mut out, width)?;
        self.total_words(&mut out, width)?;
        for Cell { pairing, tally } in self.cells {
            let title = format!(" of {} against {}", pairing.fugitive, pairing.hunters);
            forfeit_words(&mut out, &title, tally)?;
        }
        Ok(())
    }

    /// The bots that play a side; what does not fit beside each other stands below.
    fn rate_table(&self, out: &mut impl Write, width: usize) -> Result<(), Failure> {
        let plays = |entrant: &&Entrant, side: Side| {
            self.cells.iter().any(|cell| match side {
                Side::Fugitive => cell.pairing.fugitive == **entrant,
                Side::Hunters => cell.pairing.hunters == **entrant,
            })
        };
        let of = |side| self.entrants.iter().filter(move |entrant| plays(entrant, side));
        let hunters: Vec<&Entrant> = of(Side::Hunters).collect();
        let column = hunters.iter().map(|entrant| short(entrant).chars().count()).max().unwrap_or(0);
        let column = column.max("100.0 (100.0-100.0)".len());
        for (index, hunters) in hunters.chunks(((COLUMNS - width) / (column + 2)).max(1)).enumerate() {
            if index > 0 {
                writeln!(out)?;
            }
            write!(out, "{:<width$}", "fugitive")?;
            for entrant in hunters {
                write!(out, "  {:>column$}", short(entrant))?;
            }
            writeln!(out)?;
            for fugitive in of(Side::Fugitive) {
                write!(out, "{:<width$}", short(fugitive))?;
                for entrant in hunters {
                    write!(out, "  {:>column$}", self.rate(fugitive, entrant))?;
                }
                writeln!(out)?;
            }
        }
        Ok(())
    }

    fn rate(&self, fugitive: &Entrant, hunters: &Entrant) -> String {
        let is_this =
            |cell: &&Cell| cell.pairing.fugitive == *fugitive && cell.pairing.hunters == *hunters;
        self.cells.iter().find(is_this).map_or("-".into(), |cell| rate_words(&cell.tally))
    }

    fn score_table(&self, out: &mut impl Write, width: usize) -> Result<(), Failure> {
        for Cell { pairing, tally } in self.cells {
            if let Some(score) = score_words(tally) {
                let (fugitive, hunters) = (short(&pairing.fugitive), short(&pairing.hunters));
                writeln!(out, "{fugitive:<width$} against {hunters:<width$}  {score}")?;
            }
        }
        Ok(())
    }

    fn total_words(&self, out: &mut impl Write, width: usize) -> Result<(), Failure> {
        writeln!(out, "\nwins in both roles against the others, in %, with 95 % intervals")?;
        for total in totals(self.entrants, self.cells) {
            let entrant = short(&total.entrant);
            match total.rate() {
                Some((rate, interval)) => writeln!(
                    out,
                    "{entrant:<width$}  {:>5} ({}-{}), {} of {} games",
                    percent(rate),
                    percent(interval.low),
                    percent(interval.high),
                    total.wins(),
                    total.games()
                )?,
                None => writeln!(out, "{entrant:<width$}      -")?,
            }
        }
        Ok(())
    }
}

/// The name of a bot as a table has room for it: a long one without its middle.
pub(super) fn short(entrant: &Entrant) -> String {
    let name: Vec<char> = entrant.to_string().chars().collect();
    if name.len() <= NAME {
        return name.into_iter().collect();
    }
    let (begin, end) = (&name[..11], &name[name.len() - (NAME - 14)..]);
    begin.iter().chain(&['.', '.', '.']).chain(end).collect()
}

pub(super) fn rate_words(tally: &Tally) -> String {
    let interval = tally.interval();
    let (low, high) = (percent(interval.low), percent(interval.high));
    format!("{} ({low}-{high})", percent(tally.fugitive_rate()))
}

pub(super) fn score_words(tally: &Tally) -> Option<String> {
    let mean = tally.mean_score()?;
    Some(match tally.score_interval() {
        Some(interval) => format!("{mean:.1} points ({:.1} to {:.1})", interval.low, interval.high),
        None => format!("{mean:.1} points"),
    })
}

pub(super) fn forfeit_words(out: &mut impl Write, title: &str, tally: &Tally) -> Result<(), Failure> {
    if tally.forfeits.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nforfeits{title}: {}", tally.forfeits.len())?;
    for (start, forfeit) in tally.forfeits.iter().take(MOST_FORFEITS) {
        writeln!(out, "  game {start}, {}: {}", forfeit.side, forfeit.reason)?;
    }
    match tally.forfeits.len().saturating_sub(MOST_FORFEITS) {
        0 => Ok(()),
        more => Ok(writeln!(out, "  and {more} more; --json tells all")?),
    }
}
