//! The bounds of what comes in and goes out; those of a table are in `fogbound_table::limits`.

/// Bytes that a socket takes at once: the longest message, and more.
pub const UNSENT: usize = 512 * 1024;
/// Bytes of a record that is played again.
pub const RECORD: usize = 256 * 1024;
/// Bytes of the body of a request.
pub const BODY: usize = 16 * 1024;
/// Bytes of the pictures for links that are kept; one has less than a hundred thousand.
pub const PICTURES: usize = 8 * 1024 * 1024;
/// Pictures for links that may wait to be drawn.
pub const PICTURE_QUEUE: usize = 16;
/// Frames that wait for one slow client before it is let go; it comes back and gets the rest.
pub const QUEUE: usize = 256;
/// Bytes that wait for one slow client before it is let go, what its socket holds included.
pub const QUEUE_BYTES: usize = 256 * 1024;
/// Bytes that wait for all clients together, unless the host says otherwise.
pub const BACKLOG: usize = 256 * 1024 * 1024;
