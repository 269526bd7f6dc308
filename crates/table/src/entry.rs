//! What a table is made of: entries, in order, each with its version. They hold secrets, and go to
//! whoever keeps them alone, as text.

use fogbound_rules::{Digest, Hunter, Number, Play, PublicKey, Sides, Station};
use serde::{Deserialize, Serialize};

use crate::access::Access;
use crate::command::{Hearers, Reaction};
use crate::id::{Person, Salt, SeatKey};
use crate::seat::{GuestNumber, Level, Seat};
use crate::settings::Settings;
use crate::shuffle::Promise;
use crate::team::Sign;
use crate::{CorruptTable, Moment};

/// The number of entries of a table so far.
pub type Version = u64;

/// The version of the form in which entries are kept.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub(crate) enum EntryVersion {
    /// The first: entries did not name it, and settings left out options that had their default.
    First = 1,
    /// Settings name every option.
    AllOptions = 2,
}

impl EntryVersion {
    /// The one in which new entries are written.
    pub(crate) const NEWEST: EntryVersion = EntryVersion::AllOptions;

    fn first() -> EntryVersion {
        EntryVersion::First
    }
}

impl From<EntryVersion> for u32 {
    fn from(version: EntryVersion) -> u32 {
        version as u32
    }
}

impl TryFrom<u32> for EntryVersion {
    type Error = &'static str;

    fn try_from(number: u32) -> Result<EntryVersion, &'static str> {
        let known = [EntryVersion::First, EntryVersion::AllOptions];
        known.into_iter().find(|&version| u32::from(version) == number).ok_or("no known version")
    }
}

/// One entry. No `Debug`: what is printed may end in a log.
#[derive(Clone, Serialize, Deserialize)]
pub struct Entry {
    /// The version of its form.
    #[serde(rename = "v", default = "EntryVersion::first")]
    pub(crate) version: EntryVersion,
    /// When.
    pub(crate) at: Moment,
    /// Who did it; none if the server did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) by: Option<GuestNumber>,
    /// The client's id of the command that it came from; on the last entry of that command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<String>,
    /// What happened.
    #[serde(flatten)]
    pub(crate) kind: EntryKind,
}

impl Entry {
    /// The text that is kept.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).expect("made of words and numbers")
    }

    /// Reads texts that were kept; they follow the version `after`.
    pub fn parse_all(texts: &[String], after: Version) -> Result<Vec<Entry>, CorruptTable> {
        // The error of the parser would quote what it read, which is secret.
        let parse = |(text, after): (&String, Version)| {
            serde_json::from_str(text)
                .map_err(|_| CorruptTable { after, reason: "an entry is no entry" })
        };
        texts.iter().zip(after..).map(parse).collect()
    }
}

/// What an entry says.
#[derive(Clone, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub(crate) enum EntryKind {
    /// The table was made; its maker is the first guest and the host.
    Made { settings: Settings },
    /// A person did something for the first time.
    Came { person: Person, key: SeatKey, name: String },
    /// A person has another name.
    Named { name: String },
    /// A person took a seat.
    Sat { seat: Seat },
    /// Somebody with the link of a guest took that guest's place, as links did once.
    Claimed { person: Person },
    /// Another device of a guest came in by the guest's link, which another link follows.
    DeviceAdded { person: Person, key: SeatKey },
    /// A guest sent a device away; the link changes too.
    DeviceRemoved { device: u8, key: SeatKey },
    /// Somebody asks for a bot's seat in a game that goes on.
    SeatAsked { seat: Seat },
    /// Somebody who may grant it gave the seat to who asked for it.
    SeatGranted { guest: GuestNumber, seat: Seat },
    /// The same, but it was not granted; or who asked asks no more.
    SeatDeclined { guest: GuestNumber },
    /// The host decided who may come, and how.
    AccessSet { access: Access },
    /// The host took a person's seats away.
    Removed { guest: GuestNumber },
    /// The host sent a person away for good, or lets the person come again.
    Banned { guest: GuestNumber, banned: bool },
    /// A seat was left or freed.
    Freed { seat: Seat },
    /// A bot plays on a seat.
    BotSat { seat: Seat, level: Level },
    /// A person took the seat back from a bot.
    Resumed { seat: Seat },
    /// Other settings hold.
    Settled { settings: Settings },
    /// A person is ready, or not.
    Readied { ready: bool },
    /// A person promises a number for the shuffle of the next game.
    Committed { commitment: Digest },
    /// The shuffle begins: the server's number, which stays secret until the game is over, whose promises count,
    /// and the key with which the game is signed.
    ShuffleBegan {
        number: Number,
        promises: Vec<Promise>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<PublicKey>,
    },
    /// A person opens the number that was promised.
    NumberOpened { number: Number },
    /// A game began: its deal as a record, and the seed of its bots. With a salt it has seals, as games had
    /// before there was a shuffle.
    Began {
        deal: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        salt: Option<Salt>,
        seed: u64,
    },
    /// A game came from elsewhere, as its whole record: over, or to be gone on with. Then it has a number of this server for
    /// what is drawn and proved from now on, and the key with which that is signed.
    Brought {
        record: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<Number>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<PublicKey>,
        seed: u64,
    },
    /// A step of the game; with a salt if it is to be sealed.
    Played {
        play: Play,
        cause: Cause,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        salt: Option<Salt>,
    },
    /// A person of the hunters wants to give up.
    Yielded,
    /// A side wants its last move back.
    UndoAsked,
    /// The other side does not agree.
    UndoRefused,
    /// The last move was taken back.
    Undone,
    /// Something was said.
    Said { to: Hearers, text: String },
    /// A hunter pointed at a station.
    Pointed { station: Station },
    /// A hunter marked a station, or took the mark away.
    Marked {
        station: Station,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sign: Option<Sign>,
    },
    /// A hunter planned a move, or took the plan away.
    Planned {
        hunter: Hunter,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Station>,
    },
    /// A person showed how something was taken.
    Reacted { to: Hearers, reaction: Reaction },
    /// A person took a hint.
    Hinted,
    /// A person was silenced, or may speak again.
    Muted { guest: GuestNumber, muted: bool },
    /// The next game is prepared.
    Rematched { sides: Sides },
    /// Nobody came back.
    Abandoned,
}

/// What made a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Cause {
    /// A person.
    Person,
    /// A bot on its seat.
    Bot,
    /// The time was over.
    Clock,
    /// A draw.
    Chance,
}
