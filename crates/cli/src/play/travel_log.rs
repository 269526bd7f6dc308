//! The travel log as a grid: eight slots a row, a bar between rounds.

use fogbound_rules::{Ability, HunterView, Leg, LogSlot, Rules, Station};

use super::layout::left;
use super::words::Words;

const SLOTS_A_ROW: usize = 8;
const CELL: usize = 8;

/// The log; with the route, if the fugitive looks.
pub(crate) fn travel_log(view: &HunterView, route: Option<&[Station]>, words: &Words) -> String {
    let rules = view.rules();
    let log = view.log();
    let seen = route.is_some() && log.iter().any(|slot| slot.moved.at.is_some());
    let legend = if seen { " (* seen by the hunters)" } else { "" };
    let mut text = format!("{}{}{legend}\n", words.colours.strong("Travel log"), upcoming(view));
    let slots = usize::from(rules.slots());
    let shown = (log.len() / SLOTS_A_ROW + 1) * SLOTS_A_ROW;
    for first in (0..shown.min(slots)).step_by(SLOTS_A_ROW) {
        let cells: Vec<Cell> = (first..(first + SLOTS_A_ROW).min(slots))
            .map(|index| Cell::new(rules, index, log.get(index), route, words))
            .collect();
        let lines: [fn(&Cell) -> &str; 4] = [|c| &c.number, |c| &c.ticket, |c| &c.station, |c| &c.deed];
        for (row, line) in lines.into_iter().enumerate() {
            let empty = cells.iter().all(|cell| line(cell).is_empty());
            if empty && (row == 3 || first >= log.len()) {
                continue;
            }
            text.push_str("  ");
            for cell in &cells {
                text.push(cell.bar);
                text.push_str(&left(line(cell), CELL));
            }
            text.push_str("|\n");
        }
    }
    text
}

/// What is to come, behind the title.
fn upcoming(view: &HunterView) -> String {
    let rules = view.rules();
    let next = view.public().filled() + 1;
    if view.public().outcome().is_some() {
        return String::new();
    }
    let reveal = (next..=rules.slots()).find(|&slot| rules.is_reveal(slot));
    let hidden = (next..=rules.slots()).find(|&slot| rules.is_hidden(slot));
    match (reveal, hidden) {
        (Some(slot), _) if slot == next => ": he shows himself after the next move".into(),
        (Some(slot), _) => format!(": he shows himself next in slot {slot}"),
        (None, Some(slot)) if slot == next => ": the next move is hidden".into(),
        (None, Some(slot)) => format!(": the next hidden slot is {slot}"),
        (None, None) => String::new(),
    }
}

/// One slot on the screen.
struct Cell {
    bar: char,
    number: String,
    ticket: String,
    station: String,
    deed: String,
}

impl Cell {
    fn new(
        rules: &Rules,
        index: usize,
        slot: Option<&LogSlot>,
        route: Option<&[Station]>,
        words: &Words,
    ) -> Cell {
        let number = index as u8 + 1;
        let marked = rules.is_reveal(number) || rules.is_hidden(number);
        let number = if marked { format!("({number})") } else { format!(" {number}") };
        let Some(LogSlot { moved, .. }) = slot else {
            let number = words.colours.faint(&number);
            let (ticket, station, deed) = Default::default();
            return Cell { bar: '|', number, ticket, station, deed };
        };
        let ticket = match (moved.balloon, moved.ticket) {
            (true, _) => " balloon".into(),
            (false, Some(ticket)) => {
                let word = words.plain_ticket(ticket);
                let word = if word == "underground" { "under." } else { word };
                let room = if word.len() < CELL { " " } else { "" };
                format!("{room}{}", words.colours.ticket(ticket, word))
            }
            (false, None) => " free".into(),
        };
        let station = match (moved.at, route.and_then(|route| route.get(index))) {
            (Some(at), Some(_)) => format!(" {}", words.colours.seen(&format!("{at} *"))),
            (Some(at), None) => format!(" {}", words.colours.seen(&at.to_string())),
            (None, Some(at)) => format!(" {at}"),
            (None, None) => words.colours.faint(" ?"),
        };
        let deed = match (moved.crime, moved.ability) {
            (false, None) if moved.show => " shows",
            (false, None) => "",
            (true, None) => " crime",
            (false, Some(Ability::LieLow)) => "hide-out",
            (false, Some(Ability::TakeBlack)) => " +black",
            (false, Some(Ability::TakeDouble)) => " +double",
            (true, Some(Ability::LieLow)) => "crime hi",
            (true, Some(Ability::TakeBlack)) => "crime +b",
            (true, Some(Ability::TakeDouble)) => "crime +d",
        };
        let bar = if moved.leg == Leg::Second { '=' } else { '|' };
        Cell { bar, number, ticket, station, deed: deed.into() }
    }
}
