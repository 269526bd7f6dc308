//! The colours of what is printed.

use fogbound_rules::Ticket;

/// Whether there are colours; without them everything is plain text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Colours(pub(crate) bool);

impl Colours {
    fn with(self, code: &str, text: &str) -> String {
        if self.0 { format!("\x1b[{code}m{text}\x1b[0m") } else { text.into() }
    }

    pub(crate) fn strong(self, text: &str) -> String {
        self.with("1", text)
    }

    pub(crate) fn faint(self, text: &str) -> String {
        self.with("2", text)
    }

    /// Where he was seen.
    pub(crate) fn seen(self, text: &str) -> String {
        self.with("1;36", text)
    }

    pub(crate) fn ticket(self, ticket: Ticket, text: &str) -> String {
        let code = match ticket {
            Ticket::Taxi => "33",
            Ticket::Bus => "32",
            Ticket::Underground => "31",
            Ticket::Black => "7",
        };
        self.with(code, text)
    }
}
