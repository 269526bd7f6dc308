//! The bounds of what comes in and goes out; those of a table are in `fogbound_table::limits`.

use std::time::Duration;

/// Bytes of the head of a request.
pub const HEAD: usize = 16 * 1024;
/// Bytes of a record that is played again.
pub const RECORD: usize = 256 * 1024;
/// Bytes of a request that brings a game from elsewhere; the record of a long one has a third of it.
pub const BROUGHT: usize = 64 * 1024;
/// Bytes of the body of a request.
pub const BODY: usize = 16 * 1024;
/// Bytes of the pictures for links that are kept; one has less than a hundred thousand.
pub const PICTURES: usize = 8 * 1024 * 1024;
/// Pictures for links that may wait to be drawn.
pub const PICTURE_QUEUE: usize = 16;
/// Records that may wait to be played again.
pub const REPLAY_QUEUE: usize = 16;
/// Games that may wait to be reviewed.
pub const REVIEW_QUEUE: usize = 4;
/// Of these and those under way, so many of one address.
pub const REVIEWS_EACH: u32 = 1;
/// So long a review may take: so that who waits is answered before a request ends.
pub const REVIEW_TIME: Duration = Duration::from_secs(6);
/// Questions of bots that may wait to be thought about. Beyond this a bot decides without a search.
pub const QUESTIONS: usize = 10_000;
/// Of these, so many of the tables of one address.
pub const QUESTIONS_EACH: usize = 200;
/// Frames that wait for one slow client before it is let go; it comes back and gets the rest.
pub const QUEUE: usize = 256;
/// Bytes that wait for one slow client before it is let go, what its socket holds included.
pub const QUEUE_BYTES: usize = 256 * 1024;
/// Bytes that wait for all clients together, unless the host says otherwise.
pub const BACKLOG: usize = 256 * 1024 * 1024;
/// Bytes that the kernel keeps of what was written to a connection and is not read; it takes twice as
/// much for them. One way over the world and back takes a quarter of a second, in which so much is sent.
pub const SEND_BUFFER: usize = 64 * 1024;
/// Bytes that the kernel keeps of what a connection has sent and is not read here.
pub const RECEIVE_BUFFER: usize = 64 * 1024;
/// Bytes that a client has to read in a second, on average, if it is waited for.
pub const LEAST_READ: f64 = 4096.0;
/// Whoever does not take what was sent last, before the end of a connection, is waited for so long.
pub const LAST_WORDS: Duration = Duration::from_secs(5);
/// Connections that are kept free, beside one for each eight sockets, for health and for those who have
/// a seat.
pub const RESERVED: usize = 32;
/// Of these, so many for one address.
pub const RESERVED_EACH: usize = 16;
/// A client in such a place has so long to send the head of a request.
pub const RESERVED_HEAD: Duration = Duration::from_secs(3);
/// Whoever runs into a limit is told so after this, by HTTP.
pub const HESITATION: Duration = Duration::from_secs(1);
/// So many refusals wait to be told; beyond these they are told at once.
pub const REFUSALS: usize = 2_000;
/// Bytes for what is known of addresses.
pub const ADDRESSES: usize = 16 * 1024 * 1024;
/// Bytes for who has a seat, or had one lately.
pub const SEAT_HOLDERS: usize = 4 * 1024 * 1024;
/// Bytes of an answer that are handed to a connection at once.
pub const PIECE: usize = 32 * 1024;
/// Sockets of one address that may be ended for far too many messages in ten minutes; then no more are
/// opened for it, but by those who have a seat.
pub const FLOODS: u32 = 10;
/// Reports of one address in so long.
pub const REPORTS_EACH: u32 = 10;
/// See [`REPORTS_EACH`].
pub const REPORTS_SPAN: Duration = Duration::from_secs(3600);
/// Reports of one person in a day.
pub const REPORTS_OF_PERSON: i64 = 5;
/// Reports of one table that are kept.
pub const REPORTS_OF_TABLE: i64 = 20;
/// Reports that are kept in all.
pub const REPORTS: i64 = 1000;
/// Bytes of the records of finished games that are kept, to be asked for again.
pub const RECORDS: usize = 8 * 1024 * 1024;
/// Tries of puzzles by one address in so long.
pub const PUZZLE_TRIES_EACH: u32 = 60;
/// See [`PUZZLE_TRIES_EACH`].
pub const PUZZLE_TRIES_SPAN: Duration = Duration::from_secs(3600);
/// Bits for which addresses tried which puzzles today; each of these takes one, and some share one.
pub const PUZZLES_TRIED: usize = 1 << 21;
/// Points of rating by which one try moves a puzzle at most.
pub const PUZZLE_STEP: f64 = 10.0;
/// The lowest and the highest rating that a puzzle gets, and that is believed of who tries one.
pub const PUZZLE_RATINGS: (f64, f64) = (400.0, 2800.0);
/// The least deviation that a puzzle gets, so that it can always be moved, and that is believed of who tries one.
pub const PUZZLE_DEVIATION: f64 = 60.0;
