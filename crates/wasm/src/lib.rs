//! The whole game for a page: rules, drawing, engine and tables in one module, behind one call that
//! takes and gives bytes. A Worker of the page holds the module. It hands in time and chance, keeps what
//! is to be kept, and carries messages between tables and the page; a table speaks the same messages
//! as one of a server.
//!
//! As a plain library it is the same: tests call [`Host::call`] and [`Host::call_bytes`].

pub mod bench;
mod call;
mod chance;
#[cfg(target_arch = "wasm32")]
mod exports;
mod host;
mod local_table;
mod office;

pub use call::{Answer, Call, Found, Kept, Next, Told};
pub use host::Host;

/// The version of the calls. A page and a module of different versions do not work together: the page
/// then plays at the server, or says that it cannot play.
pub const INTERFACE: u32 = 3;
