//! The curtain between people of both sides who share one screen.

use fogbound_rules::Turn;

use super::commands::Command;
use super::input::Effect;
use super::session::Session;
use super::side_view::SideView;

/// Clears the screen, with what was scrolled away, and goes to its top.
pub(crate) const CLEAR: &str = "\x1b[2J\x1b[3J\x1b[H";

/// What lifts the curtain. A bare Enter does not: it may have been typed before the curtain fell.
const READY: &str = "ready";

impl Session {
    /// Whether the fugitive's secret must not be on the screen.
    pub(super) fn is_curtain_down(&self) -> bool {
        self.seats.is_shared() && self.curtain_lifted != Some(self.game.position().public().round())
    }

    /// What is printed while the curtain is down, once.
    pub(super) fn text_at_curtain(&mut self) -> String {
        // Before the first screen there is nothing to clear but the words of welcome.
        let clear = if self.printed.is_some() { CLEAR } else { "\n" };
        match self.offered.replace(self.plays()) == Some(self.plays()) {
            true => String::new(),
            false => {
                let him = &self.words.fugitive;
                format!("{clear}{him}, write '{READY}' when the others look away.\n")
            }
        }
    }

    pub(super) fn line_at_curtain(&mut self, line: &str) -> (String, Effect) {
        match Command::read(line) {
            _ if line.to_lowercase() == READY => {
                self.curtain_lifted = Some(self.game.position().public().round());
                self.printed = None;
                let text = self.events_text(self.events_at_handover, SideView::Hunters(&self.hunters));
                self.events_at_handover = self.game.events().len();
                (format!("{CLEAR}{text}"), Effect::Nothing)
            }
            Some(Command::Quit) => (String::new(), Effect::Quit),
            Some(Command::Save(path)) => (String::new(), Effect::Save(path)),
            _ => {
                let him = &self.words.fugitive;
                let text = format!("It is the turn of {him}: write '{READY}' to go on.\n");
                (text, Effect::Nothing)
            }
        }
    }

    /// The curtain falls if the screen passes to the other side: what that side is told.
    pub(super) fn drop_curtain(&mut self) -> Option<String> {
        if self.curtain_lifted.is_none()
            || !(self.is_curtain_down() || self.game.turn() == Turn::Hunters)
        {
            return None;
        }
        self.curtain_lifted = None;
        self.printed = None;
        let text = self.events_text(self.events_at_handover, SideView::Hunters(&self.hunters));
        self.events_at_handover = self.game.events().len();
        Some(format!("{CLEAR}{text}"))
    }

    /// What clears the secret away before somebody else may look.
    pub(crate) fn leave(&self) -> &'static str {
        let secret =
            self.seats.is_shared() && self.curtain_lifted.is_some() && self.game.turn() != Turn::Over;
        if secret { CLEAR } else { "" }
    }
}
