//! What must hold of a board before anybody may play on it.

use super::{BoardFile, Line, Mark, Quarter};
use crate::reasons::Reasons;
use crate::{Station, StationSet, Transport};
use std::collections::BTreeSet;

/// One reason why a board cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum BoardError {
    #[error("not a board file: {0}")]
    Syntax(String),
    #[error("format {0} is not known; write format = 1")]
    Format(u32),
    #[error("it is based on '{0}', which is no built-in board")]
    UnknownBase(String),
    #[error("the id '{0}' may hold only small letters, digits and '-'")]
    Id(String),
    #[error("the size must be two numbers from 1 to 100000, neither more than 4 times the other")]
    Size,
    #[error("there are {0} stations; a board has from 2 to 255")]
    StationCount(usize),
    #[error("station {0} is listed twice")]
    StationTwice(Station),
    #[error("station {0} lies outside the board")]
    OutsideBoard(Station),
    #[error(
        "stations {0} and {1} lie too close: at least a 200th of the board's longer side must be between them"
    )]
    TooClose(Station, Station),
    #[error("{place} names station {station}, which is not listed")]
    UnknownStation { place: String, station: Station },
    #[error("{place} lists {station} twice")]
    ListedTwice { place: String, station: Station },
    #[error("the {0} line {1}-{1} leads nowhere")]
    Loop(Transport, Station),
    #[error("the {0} line {1}-{2} is listed twice")]
    LineTwice(Transport, Station, Station),
    #[error("the {0} line {1}-{2} is taken out, but it is not there")]
    NothingToRemove(Transport, Station, Station),
    #[error("there are more than {0} lines")]
    TooManyLines(usize),
    #[error("station {0} has no line but ferries: detectives could never leave it")]
    NoLine(Station),
    #[error("station {0} cannot be reached from station {1} without a ferry")]
    Unconnected(Station, Station),
    #[error("station {0} is in no quarter, but others are")]
    NoQuarter(Station),
    #[error("station {0} is in two quarters")]
    TwoQuarters(Station),
    #[error("the crime scene {0} bears no symbol (river, park or monument)")]
    CrimeWithoutSymbol(Station),
    #[error("station {0} is a start of both sides (hunters, and fugitive or tiles)")]
    StartOfBoth(Station),
    #[error("{place}: {reason}")]
    Scenery { place: String, reason: String },
}

/// All reasons why a board cannot be used.
pub type BoardErrors = Reasons<BoardError>;

const MOST_LINES: usize = 4096;

/// Checks a file and gives its lines, sorted.
pub(super) fn check(file: &BoardFile) -> Result<Vec<Line>, BoardErrors> {
    let mut errors = Vec::new();
    if file.format != 1 {
        errors.push(BoardError::Format(file.format));
    }
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if file.id.is_empty() || file.id.len() > 40 || !file.id.chars().all(plain) {
        errors.push(BoardError::Id(file.id.chars().take(40).collect()));
    }
    let stations = check_stations(file, &mut errors);
    let lines = check_lines(file, &stations, &mut errors);
    check_connections(&stations, &lines, &mut errors);
    check_lists(file, &stations, &mut errors);
    check_quarters(file, &stations, &mut errors);
    check_starts(file, &mut errors);
    let borders = super::scenery::line_faults("quarters.borders", &file.quarters.borders, file.size);
    let faults = file.scenery.faults(file.size).into_iter().chain(borders);
    errors.extend(faults.map(|(place, reason)| BoardError::Scenery { place, reason }));
    Reasons::none_of(errors).map(|()| lines)
}

fn check_stations(file: &BoardFile, errors: &mut Vec<BoardError>) -> StationSet {
    let (width, height) = (file.size.x, file.size.y);
    let fits = |length: f32| (1.0..=100_000.0).contains(&length);
    let size_fits = fits(width) && fits(height) && width <= 4.0 * height && height <= 4.0 * width;
    if !size_fits {
        errors.push(BoardError::Size);
    }
    if file.stations.len() < 2 || file.stations.len() > Station::MAX as usize {
        errors.push(BoardError::StationCount(file.stations.len()));
    }
    let mut stations = StationSet::EMPTY;
    for (index, &(station, x, y)) in file.stations.iter().enumerate().take(2 * Station::MAX as usize) {
        if stations.contains(station) {
            errors.push(BoardError::StationTwice(station));
        }
        if !(0.0..=file.size.x).contains(&x) || !(0.0..=file.size.y).contains(&y) {
            errors.push(BoardError::OutsideBoard(station));
        }
        let least = if size_fits { width.max(height) / 200.0 } else { 0.0 };
        let near = |other: &&(Station, f32, f32)| {
            other.0 != station && (other.1 - x).hypot(other.2 - y) < least
        };
        let close = file.stations[..index].iter().find(near);
        errors.extend(close.map(|other| BoardError::TooClose(other.0, station)));
        stations.insert(station);
    }
    stations
}

fn check_lines(file: &BoardFile, stations: &StationSet, errors: &mut Vec<BoardError>) -> Vec<Line> {
    let mut lines = BTreeSet::new();
    for (list, removes) in
        [(&file.lines, false), (&file.extra_lines, false), (&file.without_lines, true)]
    {
        for transport in Transport::ALL {
            for &(a, b) in list.of(transport) {
                let line = Line { transport, a: a.min(b), b: a.max(b) };
                let unknown = [a, b].into_iter().filter(|&end| !stations.contains(end));
                for station in unknown {
                    let place = format!("the {transport} line {a}-{b}");
                    errors.push(BoardError::UnknownStation { place, station });
                }
                if a == b {
                    errors.push(BoardError::Loop(transport, a));
                } else if removes && !lines.remove(&line) {
                    errors.push(BoardError::NothingToRemove(transport, line.a, line.b));
                } else if !removes && !lines.insert(line) {
                    errors.push(BoardError::LineTwice(transport, line.a, line.b));
                }
            }
        }
    }
    if lines.len() > MOST_LINES {
        errors.push(BoardError::TooManyLines(MOST_LINES));
    }
    lines.into_iter().collect()
}

fn check_connections(stations: &StationSet, lines: &[Line], errors: &mut Vec<BoardError>) {
    let mut neighbours = vec![StationSet::EMPTY; 256];
    for line in lines.iter().filter(|line| line.transport != Transport::Ferry) {
        neighbours[line.a.index()].insert(line.b);
        neighbours[line.b.index()].insert(line.a);
    }
    let lonely = |station: &Station| neighbours[station.index()].is_empty();
    errors.extend(stations.iter().filter(lonely).map(BoardError::NoLine));
    let Some(first) = stations.iter().find(|station| !lonely(station)) else { return };
    let mut reached = StationSet::from_iter([first]);
    let mut frontier = vec![first];
    while let Some(station) = frontier.pop() {
        let fresh = neighbours[station.index()].difference(&reached);
        reached = reached.union(&fresh);
        frontier.extend(fresh);
    }
    let cut_off = stations.difference(&reached).into_iter().filter(|station| !lonely(station));
    errors.extend(cut_off.map(|station| BoardError::Unconnected(station, first)));
}

fn check_lists(file: &BoardFile, stations: &StationSet, errors: &mut Vec<BoardError>) {
    let mut lists: Vec<(String, Vec<Station>)> = vec![
        ("cards.common".into(), file.cards.common.clone()),
        ("cards.hunters".into(), file.cards.hunters.clone()),
        ("cards.fugitive".into(), file.cards.fugitive.clone()),
        ("cards.crimes".into(), file.cards.crimes.clone()),
        ("cards.tickets".into(), file.cards.tickets.clone()),
        ("cards.tiles".into(), file.cards.tiles.iter().flat_map(|&(a, b)| [a, b]).collect()),
    ];
    for mark in Mark::ALL {
        lists.push((format!("marks.{}", mark.name()), file.marks.of(mark).to_vec()));
    }
    for quarter in Quarter::ALL {
        lists.push((format!("quarters.{}", quarter.name()), file.quarters.of(quarter).to_vec()));
    }
    for (place, list) in lists {
        let mut seen = StationSet::EMPTY;
        for station in list {
            if !stations.contains(station) {
                errors.push(BoardError::UnknownStation { place: place.clone(), station });
            }
            if seen.contains(station) {
                errors.push(BoardError::ListedTwice { place: place.clone(), station });
            }
            seen.insert(station);
        }
    }
}

fn check_quarters(file: &BoardFile, stations: &StationSet, errors: &mut Vec<BoardError>) {
    let mut seen = StationSet::EMPTY;
    for station in Quarter::ALL.iter().flat_map(|&quarter| file.quarters.of(quarter)) {
        if seen.contains(*station) {
            errors.push(BoardError::TwoQuarters(*station));
        }
        seen.insert(*station);
    }
    if !seen.is_empty() {
        errors.extend(stations.difference(&seen).into_iter().map(BoardError::NoQuarter));
    }
}

fn check_starts(file: &BoardFile, errors: &mut Vec<BoardError>) {
    let symbols = [Mark::River, Mark::Park, Mark::Monument];
    let bears_symbol =
        |station: &Station| symbols.iter().any(|&mark| file.marks.of(mark).contains(station));
    let plain = file.cards.crimes.iter().filter(|station| !bears_symbol(station));
    errors.extend(plain.map(|&station| BoardError::CrimeWithoutSymbol(station)));
    let tiles = file.cards.tiles.iter().flat_map(|&(a, b)| [a, b]);
    let fugitives: StationSet = tiles.chain(file.cards.fugitive.iter().copied()).collect();
    let both = file.cards.hunters.iter().filter(|&&station| fugitives.contains(station));
    errors.extend(both.map(|&station| BoardError::StartOfBoth(station)));
}
