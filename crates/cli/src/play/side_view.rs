//! What a screen is printed from: the view of one side.

use fogbound_rules::{FugitiveView, HunterView, Station};

/// The view of whoever looks at the screen. What the hunters may not see is not there to be printed.
#[derive(Clone, Copy)]
pub(crate) enum SideView<'v> {
    /// The hunters', and a spectator's.
    Hunters(&'v HunterView),
    /// The fugitive's.
    Fugitive(&'v FugitiveView),
}

impl<'v> SideView<'v> {
    /// What the hunters know.
    pub(crate) fn hunters(self) -> &'v HunterView {
        match self {
            SideView::Hunters(view) => view,
            SideView::Fugitive(view) => view.hunters(),
        }
    }

    /// What only the fugitive knows, if he looks.
    pub(crate) fn fugitive(self) -> Option<&'v FugitiveView> {
        match self {
            SideView::Hunters(_) => None,
            SideView::Fugitive(view) => Some(view),
        }
    }

    /// Where the fugitive is, if that may be told.
    pub(crate) fn at(self) -> Option<Station> {
        match self {
            SideView::Hunters(view) => view.public().shown(),
            SideView::Fugitive(view) => view.position().fugitive(),
        }
    }
}
