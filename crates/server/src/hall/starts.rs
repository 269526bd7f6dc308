//! How the games of this server ended by how they began.

use super::{Hall, HallError};
use crate::store::StartCell;

impl Hall {
    /// How games ended by how they began; each is counted when it ends.
    pub async fn starts(&self) -> Result<Vec<StartCell>, HallError> {
        Ok(self.shared.noted(self.store().starts().await)?)
    }
}
