//! The format of a board file: see `docs/boards.md`.

use serde::{Deserialize, Serialize};

use super::scenery::{Face, Scenery};
use super::{Board, BoardError, BoardErrors, Mark, Point, Quarter, check, library};
use crate::file::{self, Table};
use crate::{Station, Transport};

/// A board as it is written in a file: free, not yet checked.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardFile {
    /// The version of this format: 1.
    pub format: u32,
    /// The name by which files and commands refer to the board.
    pub id: String,
    /// The name for people.
    pub title: String,
    /// What a player should know of this board's making.
    #[serde(default)]
    pub note: Option<String>,
    /// Another board whose fields hold where this file does not give its own.
    #[serde(default)]
    pub based_on: Option<String>,
    /// Width and height of the drawing.
    pub size: Point,
    /// Number, x and y of each station.
    pub stations: Vec<(Station, f32, f32)>,
    /// The lines by transport.
    #[serde(default)]
    pub lines: Lines,
    /// Lines that come on top of `lines`, so that a board can differ from its base.
    #[serde(default)]
    pub extra_lines: Lines,
    /// Lines of `lines` that do not count.
    #[serde(default)]
    pub without_lines: Lines,
    /// The stations that bear marks.
    #[serde(default)]
    pub marks: Marks,
    /// The stations of each quarter.
    #[serde(default)]
    pub quarters: Quarters,
    /// Start cards and tiles.
    #[serde(default)]
    pub cards: Cards,
    /// The manner in which the board is drawn.
    #[serde(default)]
    pub face: Face,
    /// What is drawn and not played.
    #[serde(default)]
    pub scenery: Scenery,
}

/// Pairs of stations by transport.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Lines {
    /// Taxi lines.
    pub taxi: Vec<(Station, Station)>,
    /// Bus lines.
    pub bus: Vec<(Station, Station)>,
    /// Underground lines.
    pub underground: Vec<(Station, Station)>,
    /// Ferry lines.
    pub ferry: Vec<(Station, Station)>,
}

impl Lines {
    /// The pairs of one transport.
    pub fn of(&self, transport: Transport) -> &[(Station, Station)] {
        match transport {
            Transport::Taxi => &self.taxi,
            Transport::Bus => &self.bus,
            Transport::Underground => &self.underground,
            Transport::Ferry => &self.ferry,
        }
    }
}

/// Stations by mark.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Marks {
    /// Top hats.
    pub hideout: Vec<Station>,
    /// River symbols.
    pub river: Vec<Station>,
    /// Park symbols.
    pub park: Vec<Station>,
    /// Monument symbols.
    pub monument: Vec<Station>,
}

impl Marks {
    /// The stations with one mark; crime scenes are cards, not marks of the board.
    pub fn of(&self, mark: Mark) -> &[Station] {
        match mark {
            Mark::Hideout => &self.hideout,
            Mark::River => &self.river,
            Mark::Park => &self.park,
            Mark::Monument => &self.monument,
            Mark::Crime => &[],
        }
    }
}

/// Stations by quarter.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "UPPERCASE")]
#[allow(missing_docs)]
pub struct Quarters {
    pub i: Vec<Station>,
    pub ii: Vec<Station>,
    pub iii: Vec<Station>,
    pub iv: Vec<Station>,
    /// Where the borders between them are drawn, each through at least two points.
    #[serde(rename = "borders")]
    pub borders: Vec<Vec<Point>>,
}

impl Quarters {
    /// The stations of one quarter.
    pub fn of(&self, quarter: Quarter) -> &[Station] {
        match quarter {
            Quarter::I => &self.i,
            Quarter::II => &self.ii,
            Quarter::III => &self.iii,
            Quarter::IV => &self.iv,
        }
    }
}

/// The decks that belong to a board. Which of them are used is the edition's choice.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Cards {
    /// One pile of start cards for everybody.
    pub common: Vec<Station>,
    /// Start cards of the hunters (D).
    pub hunters: Vec<Station>,
    /// Start cards of the fugitive (X).
    pub fugitive: Vec<Station>,
    /// The fugitive's start tiles (M): the original start, then the second station.
    pub tiles: Vec<(Station, Station)>,
    /// Crime-scene tiles, one station each.
    pub crimes: Vec<Station>,
    /// The start numbers on the backs of the tickets in the compact edition.
    pub tickets: Vec<Station>,
}

impl Board {
    /// Reads a board file. Every reason for a refusal is given at once.
    #[cfg(feature = "files")]
    pub fn parse(text: &str) -> Result<Board, BoardErrors> {
        Board::from_table(file::parse(text).map_err(syntax)?)
    }

    pub(super) fn from_table(mut table: Table) -> Result<Board, BoardErrors> {
        if let Some(id) = file::text(&table, "based_on") {
            let Some(base) = library::table(id) else {
                return Err(BoardErrors::from(BoardError::UnknownBase(id.into())));
            };
            file::fill(&mut table, base);
        }
        let file = file::read(table).map_err(syntax)?;
        let lines = check::check(&file)?;
        Ok(Board::compile(file, lines))
    }
}

fn syntax(reason: String) -> BoardErrors {
    BoardErrors::from(BoardError::Syntax(reason))
}
