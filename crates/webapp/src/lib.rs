//! The browser client, embedded. Its sources are in `web/`; the build script makes the bundle.

use fogbound_server::http::{Asset, Assets, Content};

include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// Every file of the client, in the order of their paths.
///
/// ```
/// assert!(fogbound_webapp::assets().iter().any(|asset| asset.path == "index.html"));
/// ```
pub fn assets() -> Assets {
    ASSETS
}
