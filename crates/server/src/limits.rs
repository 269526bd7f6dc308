//! The bounds of what comes in and goes out; those of a table are in `fogbound_table::limits`.

/// Bytes that wait in a socket before its client is let go.
pub const UNSENT: usize = 512 * 1024;
/// Bytes of a record that is played again.
pub const RECORD: usize = 256 * 1024;
/// Bytes of the body of a request.
pub const BODY: usize = 16 * 1024;
/// Bytes of the pictures for links that are kept; one has less than a hundred thousand.
pub const PICTURES: usize = 8 * 1024 * 1024;
/// Pictures for links that may wait to be drawn.
pub const PICTURE_QUEUE: usize = 16;
/// Questions of bots that may wait to be thought about. Beyond this a bot decides without a search.
pub const QUESTIONS: usize = 10_000;
/// Of these, so many of the tables of one address.
pub const QUESTIONS_EACH: usize = 200;
/// Frames that wait for one slow client before it is let go; it comes back and gets the rest.
pub const QUEUE: usize = 256;
