//! Numbers that are counted apart, by a word.

use std::fmt::Write;

use super::{Counter, Figure};

/// A word by which something is counted apart: one of a few.
pub trait Label: Copy + 'static {
    /// What the word tells.
    const NAME: &'static str;
    /// Every word.
    const ALL: &'static [Self];

    /// The word.
    fn word(self) -> &'static str;
}

/// Numbers that are counted apart.
pub struct Labelled<L: Label>(Vec<(L, Counter)>);

impl<L: Label> Default for Labelled<L> {
    fn default() -> Labelled<L> {
        Labelled(L::ALL.iter().map(|&label| (label, Counter::default())).collect())
    }
}

impl<L: Label + PartialEq> Labelled<L> {
    /// Counts one more of these.
    pub fn add(&self, label: L) {
        if let Some((_, counter)) = self.0.iter().find(|(other, _)| *other == label) {
            counter.add(1);
        }
    }
}

impl<L: Label> Figure for Labelled<L> {
    fn write(&self, name: &str, help: &str, text: &mut String) {
        let _ = writeln!(text, "# HELP {name}_total {help}\n# TYPE {name}_total counter");
        for (label, counter) in &self.0 {
            let (kind, word) = (L::NAME, label.word());
            let _ = writeln!(text, "{name}_total{{{kind}=\"{word}\"}} {}", counter.get());
        }
    }
}

/// Which bound somebody ran into.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Limit {
    /// Connections in all.
    Connections,
    /// Connections from one address.
    ConnectionsEach,
    /// Sockets in all.
    Sockets,
    /// Sockets from one address.
    SocketsEach,
    /// Requests of one address.
    Requests,
    /// Requests of one address that are under way at once.
    UnderWay,
    /// Bytes sent to one address.
    Bytes,
    /// Tables made from one address.
    Tables,
    /// Reports of one address.
    Reports,
    /// Pictures that wait to be drawn.
    Pictures,
    /// Records that wait to be played again.
    Replays,
    /// Games that wait to be reviewed.
    Reviews,
    /// Games of one address that are reviewed, or wait for it.
    ReviewsEach,
    /// Tries of puzzles by one address.
    Puzzles,
    /// Messages over one socket.
    Messages,
    /// Sockets of one address that were ended for too many messages.
    Floods,
}

impl Label for Limit {
    const NAME: &'static str = "limit";
    const ALL: &'static [Limit] = &[
        Limit::Connections,
        Limit::ConnectionsEach,
        Limit::Sockets,
        Limit::SocketsEach,
        Limit::Requests,
        Limit::UnderWay,
        Limit::Bytes,
        Limit::Tables,
        Limit::Reports,
        Limit::Pictures,
        Limit::Replays,
        Limit::Reviews,
        Limit::ReviewsEach,
        Limit::Puzzles,
        Limit::Messages,
        Limit::Floods,
    ];

    fn word(self) -> &'static str {
        match self {
            Limit::Connections => "connections",
            Limit::ConnectionsEach => "connections_each",
            Limit::Sockets => "sockets",
            Limit::SocketsEach => "sockets_each",
            Limit::Requests => "requests",
            Limit::UnderWay => "under_way",
            Limit::Bytes => "bytes",
            Limit::Tables => "tables",
            Limit::Reports => "reports",
            Limit::Pictures => "pictures",
            Limit::Replays => "replays",
            Limit::Reviews => "reviews",
            Limit::ReviewsEach => "reviews_each",
            Limit::Puzzles => "puzzles",
            Limit::Messages => "messages",
            Limit::Floods => "floods",
        }
    }
}

/// The class of an answer over HTTP.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// It goes on another way, as a socket does.
    Informational,
    /// It was done.
    Success,
    /// The client has it already.
    Redirection,
    /// The client's mistake.
    ClientError,
    /// The server's.
    ServerError,
}

impl Class {
    /// The class of a status.
    pub fn of(status: u16) -> Class {
        match status {
            ..200 => Class::Informational,
            200..300 => Class::Success,
            300..400 => Class::Redirection,
            400..500 => Class::ClientError,
            500.. => Class::ServerError,
        }
    }
}

impl Label for Class {
    const NAME: &'static str = "class";
    const ALL: &'static [Class] = &[
        Class::Informational,
        Class::Success,
        Class::Redirection,
        Class::ClientError,
        Class::ServerError,
    ];

    fn word(self) -> &'static str {
        match self {
            Class::Informational => "1xx",
            Class::Success => "2xx",
            Class::Redirection => "3xx",
            Class::ClientError => "4xx",
            Class::ServerError => "5xx",
        }
    }
}
