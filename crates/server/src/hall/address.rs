//! Where people come from.

use std::net::IpAddr;

/// The address that somebody comes from, as far as it is known. It tells who takes turns with whom,
/// and cannot be printed, sent or kept.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Address(Option<IpAddr>);

impl Address {
    /// Of a table to which nobody has come since this node started.
    pub const UNKNOWN: Address = Address(None);
}

impl From<IpAddr> for Address {
    fn from(address: IpAddr) -> Address {
        Address(Some(address))
    }
}
