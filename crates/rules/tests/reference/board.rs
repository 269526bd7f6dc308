//! The board as plain lists.

use std::collections::{BTreeMap, BTreeSet};

use fogbound_rules::{Board, Mark, Quarter, Station};

/// Stations, lines, marks, cards: nothing is compiled, nothing is checked.
#[derive(Clone, Debug, Default)]
pub struct RefBoard {
    pub stations: BTreeSet<u8>,
    /// Transport and the two ends.
    pub lines: Vec<(String, u8, u8)>,
    pub hideouts: BTreeSet<u8>,
    /// "river", "park" and "monument".
    pub symbols: BTreeMap<String, BTreeSet<u8>>,
    /// "I" to "IV".
    pub quarters: BTreeMap<String, BTreeSet<u8>>,
    /// M tiles: the original start first.
    pub tiles: Vec<(u8, u8)>,
    /// Stations that crime tiles name.
    pub crimes: Vec<u8>,
    /// Start numbers on the compact edition's tickets.
    pub tickets: Vec<u8>,
}

impl RefBoard {
    /// A copy of a board that comes with the program.
    pub fn builtin(id: &str) -> RefBoard {
        RefBoard::copy(&Board::builtin(id).expect("a built-in board"))
    }

    /// The board that an edition is played on (rules 8.1 to 8.3).
    pub fn of_edition(edition: &str) -> RefBoard {
        RefBoard::builtin(match edition {
            "classic" | "study" => "london-1983",
            "modern" | "beginner" => "london",
            "holmes-original" | "holmes" => "victorian",
            "compact" => "compact",
            other => panic!("no edition is called {other}"),
        })
    }

    /// A copy of the lists of a board.
    pub fn copy(board: &Board) -> RefBoard {
        let numbers = |stations: Vec<Station>| -> BTreeSet<u8> {
            stations.into_iter().map(Station::number).collect()
        };
        let marked = |mark: Mark| numbers(board.marked(mark).iter().collect());
        let symbols = [Mark::River, Mark::Park, Mark::Monument];
        let cards = board.cards();
        RefBoard {
            stations: numbers(board.stations().iter().collect()),
            lines: board
                .lines()
                .iter()
                .map(|line| (line.transport.name().to_string(), line.a.number(), line.b.number()))
                .collect(),
            hideouts: marked(Mark::Hideout),
            symbols: symbols.map(|mark| (mark.name().to_string(), marked(mark))).into(),
            quarters: Quarter::ALL
                .map(|q| (q.name().to_string(), numbers(board.quarter(q).iter().collect())))
                .into(),
            tiles: cards.tiles.iter().map(|(a, b)| (a.number(), b.number())).collect(),
            crimes: cards.crimes.iter().map(|station| station.number()).collect(),
            tickets: cards.tickets.iter().map(|station| station.number()).collect(),
        }
    }

    /// Adds a line, and its ends where they are new: for boards made by hand.
    pub fn line(mut self, transport: &str, a: u8, b: u8) -> RefBoard {
        self.stations.extend([a, b]);
        self.lines.push((transport.to_string(), a, b));
        self
    }

    /// Transport and far end of every line that leaves a station; a line is usable both ways.
    pub fn lines_from(&self, station: u8) -> Vec<(String, u8)> {
        let mut found = Vec::new();
        for (transport, a, b) in &self.lines {
            if *a == station {
                found.push((transport.clone(), *b));
            }
            if *b == station {
                found.push((transport.clone(), *a));
            }
        }
        found
    }
}
