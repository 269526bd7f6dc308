//! The row of a table: what a store knows of it without reading its entries.

use std::time::Duration;

use fogbound_table::id::TableId;
use fogbound_table::settings::Visibility;
use fogbound_table::{Moment, Pace, Stage, Table, Version};

/// When something last happened, and when the next thing happens by itself, is stored in such steps: a
/// table whose indexed columns stay the same is written with less work.
pub(crate) const STEP: Duration = Duration::from_secs(60);

/// What is known of a table without reading its entries. Nothing in it is secret.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Which table.
    pub id: TableId,
    /// The number of its entries.
    pub version: Version,
    /// Whether it is listed.
    pub public: bool,
    /// How far it has come.
    pub status: Status,
    /// When something happens by itself, if nobody does anything before: a bot moves, or a clock has run
    /// out. To the minute, and rather too late than too early.
    pub due: Option<Moment>,
    /// When something last happened there, in milliseconds of the time on the wall; to the minute, and
    /// rather too late than too early.
    pub touched: u64,
    /// What a list shows of it, as JSON.
    pub summary: String,
}

/// How far a table has come, as the store knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Before the game.
    Open,
    /// In the game.
    Playing,
    /// After it.
    Over,
}

impl Status {
    /// Every status.
    pub const ALL: [Status; 3] = [Status::Open, Status::Playing, Status::Over];

    /// The number under which it is stored.
    pub const fn number(self) -> i16 {
        match self {
            Status::Open => 0,
            Status::Playing => 1,
            Status::Over => 2,
        }
    }

    /// The status with this number.
    pub fn of_number(number: i16) -> Option<Status> {
        Status::ALL.into_iter().find(|status| status.number() == number)
    }
}

impl Row {
    /// The row of a table at this time on the wall.
    pub fn of(table: &Table, pace: Pace, wall: u64) -> Row {
        let summary = serde_json::to_string(&table.summary()).expect("made of words and numbers");
        Row {
            id: table.id(),
            version: table.version(),
            public: table.settings().visibility == Visibility::Public,
            status: match table.stage() {
                Stage::Lobby => Status::Open,
                Stage::Playing => Status::Playing,
                Stage::Over | Stage::Abandoned => Status::Over,
            },
            due: table.automatic(pace).map(|step| Moment(rounded(step.due().0))),
            touched: rounded(wall),
            summary,
        }
    }
}

/// A time in milliseconds, rounded up to a step.
fn rounded(milliseconds: u64) -> u64 {
    milliseconds.next_multiple_of(STEP.as_millis() as u64)
}
