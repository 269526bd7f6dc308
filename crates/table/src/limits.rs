//! The bound of everything that people can make grow at a table.

use std::time::Duration;

use crate::Rate;

/// Options of one table.
pub const OPTIONS: usize = 20;
/// Bytes of one option.
pub const OPTION: usize = 100;
/// The shortest and the longest clock.
pub const CLOCK: (Duration, Duration) = (Duration::from_secs(5), Duration::from_secs(14 * 24 * 3600));
/// Characters of a name.
pub const NAME: usize = 24;
/// Characters of a line of chat.
pub const CHAT: usize = 280;
/// Lines of chat of one person.
pub const TALK: Rate = Rate { most: 8, each_second: 1 };
/// Of a whole table.
pub const TALK_OF_TABLE: Rate = Rate { most: 30, each_second: 3 };
/// Bytes of chat that a table keeps in mind; older lines are let go.
pub const TALK_KEPT: usize = 48 * 1024;
/// Of these, so many of one person.
pub const TALK_KEPT_EACH: usize = 12 * 1024;
/// Bytes of chat that are ever taken at a table.
pub const TALK_EVER: usize = 512 * 1024;
/// Of these, so many of those without a seat.
pub const TALK_EVER_OF_WATCHERS: usize = TALK_EVER / 4;
/// The longest pause between two lines of a person that a host may ask for, in seconds.
pub const SLOW_TALK: u16 = 600;
/// Moves by which spectators may be told late.
pub const DELAY: std::ops::RangeInclusive<u8> = 1..=50;
/// Lines of talk that go with a report.
pub const REPORTED_LINES: usize = 20;
/// Devices of one person at a table.
pub const DEVICES: usize = 5;
/// People who ask for a seat at the same time.
pub const SEAT_REQUESTS: usize = 8;
/// Commands of one person that are no moves.
pub const COMMANDS: Rate = Rate { most: 60, each_second: 4 };
/// The same of all together who have no seat.
pub const COMMANDS_OF_WATCHERS: Rate = Rate { most: 60, each_second: 4 };
/// Reactions, marks, plans and hints of one person.
pub const GESTURES: Rate = Rate { most: 8, each_second: 1 };
/// Marks of the team on the board.
pub const MARKS: usize = 40;
/// Of these, so many of one person.
pub const MARKS_EACH: usize = 16;
/// Entries of a table. Beyond this only moves are taken; a game needs far fewer.
pub const ENTRIES: u64 = 10_000;
/// Of these, so many while somebody without a seat still may do something.
pub const ENTRIES_OF_ALL: u64 = ENTRIES / 2;
/// Entries that a table keeps in mind; of older ones only the result is seen.
pub const HISTORY: u64 = 2_000;
/// Bytes of the events of one message: of news, and of a page of what happened before.
pub const PAGE: usize = 32 * 1024;
/// Moments of a record that is played again, those of its variations counted.
pub const MOMENTS: usize = 2_000;
/// People of one table who ever did something at it.
pub const GUESTS: usize = 100;
/// Of these, so many who may come without taking a seat.
pub const GUESTS_OF_ALL: usize = GUESTS / 2;
/// Bytes of a message from a client.
pub const MESSAGE: usize = 4 * 1024;
/// Bytes of the id of a command.
pub const COMMAND_ID: usize = 40;
/// Answered commands that a table remembers for each person, for those that come again.
pub const ANSWERED: usize = 64;
/// Messages that a client may send.
pub const MESSAGES: Rate = Rate { most: 60, each_second: 10 };
/// Refusals for too many messages before the connection is ended.
pub const WARNINGS: u32 = 100;
/// So long people have to open the numbers that they have promised for the shuffle.
pub const OPENING: Duration = Duration::from_secs(5);
/// A host who has done nothing for so long is taken as absent.
pub const HOST_ABSENT: Duration = Duration::from_secs(120);
/// A player for whom a clockless table has waited so long may be stood in for by a bot.
pub const PLAYER_ABSENT: Duration = Duration::from_secs(300);
