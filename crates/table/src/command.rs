//! What a person may do at a table.

use fogbound_rules::{Action, Digest, Hunter, Number, Sides, Station};
use serde::{Deserialize, Serialize};

use crate::access::Access;
use crate::seat::{GuestNumber, Level, Seat};
use crate::settings::Settings;
use crate::team::Sign;

/// What a person may do at a table. A closed list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Command {
    /// Choose a name.
    Name {
        /// The name.
        name: String,
    },
    /// Take an open seat, or that of a bot before the game; in the game who may grant a seat takes that of a
    /// hunting bot.
    Sit {
        /// Which.
        seat: Seat,
    },
    /// Ask for the seat of a hunting bot while the game goes on.
    AskSeat {
        /// Which.
        seat: Seat,
    },
    /// Answer somebody who asks for a seat; or ask no more oneself.
    AnswerSeat {
        /// Who asks.
        guest: GuestNumber,
        /// Whether the seat is granted.
        agree: bool,
    },
    /// Leave a seat before the game.
    Rise {
        /// Which.
        seat: Seat,
    },
    /// Put a bot on a seat. Before the game, the host on any seat without a person; in the game, a
    /// player on the own seat, and anybody on the seat of one who does not come back.
    Bot {
        /// Which.
        seat: Seat,
        /// How well it plays.
        level: Level,
    },
    /// Take the own seat back from a bot.
    Resume {
        /// Which.
        seat: Seat,
    },
    /// The host frees a seat before the game.
    Free {
        /// Which.
        seat: Seat,
    },
    /// The host agrees on other settings before the game.
    Settle {
        /// The settings.
        settings: Settings,
    },
    /// Say that one is ready, or not.
    Ready {
        /// Whether one is.
        ready: bool,
    },
    /// The host starts the game.
    Start {
        /// Fills open seats with bots that play so well.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(optional))]
        fill: Option<Level>,
    },
    /// Promise a number for the shuffle of the next game; a later promise takes the place of an earlier one.
    Commit {
        /// The SHA-256 of the number.
        #[cfg_attr(feature = "typescript", ts(type = "string"))]
        commitment: Digest,
    },
    /// Open the number that one has promised, once the server has promised its own.
    Open {
        /// The number.
        #[cfg_attr(feature = "typescript", ts(type = "string"))]
        number: Number,
    },
    /// Take a decision of the game.
    Act {
        /// Which.
        action: Action,
    },
    /// Give up. The hunters give up when all their people have said so.
    Yield,
    /// Ask to take the own side's last move back.
    AskUndo,
    /// Answer the other side's wish to take a move back.
    AnswerUndo {
        /// Whether one agrees.
        agree: bool,
    },
    /// Say something.
    Say {
        /// Who hears it.
        to: Hearers,
        /// What.
        text: String,
    },
    /// Point at a station, for the other hunters.
    Point {
        /// Where.
        at: Station,
    },
    /// Mark a station, for the other hunters.
    Mark {
        /// Where.
        at: Station,
        /// With which sign; without one the mark is taken away.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(optional))]
        sign: Option<Sign>,
    },
    /// Plan a move of a hunter, for the other hunters.
    Plan {
        /// Whose.
        hunter: Hunter,
        /// Where to; without a station the plan is taken away.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(optional))]
        to: Option<Station>,
    },
    /// Show in a word how one takes it.
    React {
        /// Who sees it.
        to: Hearers,
        /// How.
        reaction: Reaction,
    },
    /// Take a hint: it is counted. What it is, a client finds out from what it was told.
    Hint,
    /// The host decides who may come, and how.
    Access {
        /// What holds from now on.
        access: Access,
    },
    /// The host takes a person's seats away.
    Remove {
        /// Whose.
        guest: GuestNumber,
    },
    /// The host sends a person away for good, or lets the person come again.
    Ban {
        /// Whom.
        guest: GuestNumber,
        /// Whether.
        banned: bool,
    },
    /// Sends one of one's own devices away.
    RemoveDevice {
        /// Which.
        device: u8,
    },
    /// The host silences a person, or lifts that.
    Mute {
        /// Whom.
        guest: GuestNumber,
        /// Whether.
        muted: bool,
    },
    /// Prepare the next game of the same people.
    Rematch {
        /// Who is the fugitive.
        #[cfg_attr(feature = "typescript", ts(type = "\"kept\" | \"rotated\""))]
        sides: Sides,
    },
}

/// How somebody takes what happened. A closed list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[allow(missing_docs)]
pub enum Reaction {
    Hello,
    WellPlayed,
    Oops,
    Laugh,
    Thinking,
    Hurry,
}

/// Who hears a line of chat, or sees a reaction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Hearers {
    /// Everybody.
    Table,
    /// The hunters.
    Team,
}
