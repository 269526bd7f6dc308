//! The browser client, embedded. Its sources are in `web/`; the build script makes the bundle.

/// A file of the browser client.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// Its path, without the first slash.
    pub path: &'static str,
    /// Its kind.
    pub content_type: &'static str,
    /// What it holds.
    pub bytes: &'static [u8],
    /// The same compressed, if that is worth it.
    pub gzip: Option<&'static [u8]>,
    /// A word that changes with what it holds.
    pub hash: &'static str,
    /// Whether its name changes with what it holds, so that it may be kept for ever.
    pub immutable: bool,
}

include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// Every file of the client, in the order of their paths.
///
/// ```
/// assert!(fogbound_webapp::assets().iter().any(|asset| asset.path == "index.html"));
/// ```
pub fn assets() -> &'static [Asset] {
    ASSETS
}
