//! Figures for who runs the server. None of them depends on a secret.

mod counter;
mod histogram;
mod labelled;

pub use counter::{Counter, Gauge};
pub use histogram::Histogram;
pub use labelled::{Class, Label, Labelled, Limit};

/// Something that is told to who runs the server.
trait Figure {
    /// Writes it in the text format of Prometheus.
    fn write(&self, name: &str, help: &str, text: &mut String);
}

macro_rules! metrics {
    ($($name:ident: $kind:ty, $help:literal;)*) => {
        /// The figures of one node.
        #[derive(Default)]
        pub struct Metrics {
            $(#[doc = $help] pub $name: $kind,)*
        }

        impl Metrics {
            /// The figures in the text format of Prometheus.
            pub fn text(&self) -> String {
                let mut text = String::new();
                $(self.$name.write(concat!("fogbound_", stringify!($name)), $help, &mut text);)*
                text
            }
        }
    };
}

metrics! {
    tables_made: Counter, "Tables made at this node.";
    tables_cleared: Counter, "Old tables that this node deleted.";
    listeners: Gauge, "Sockets that listen to a table.";
    connections: Gauge, "Open sockets.";
    commands: Counter, "Commands of people.";
    refusals: Counter, "Commands that were refused.";
    appends: Counter, "Appends to the store.";
    entries: Counter, "Entries appended to the store.";
    conflicts: Counter, "Appends for which another node was first.";
    automatic: Counter, "Decisions of bots and clocks.";
    frames: Counter, "News sent to listeners.";
    floods: Counter, "Messages refused because there were too many.";
    requests: Counter, "Requests over HTTP.";
    answers: Labelled<Class>, "Answers over HTTP, by the class of their status.";
    limits: Labelled<Limit>, "What was refused because of a limit, by the limit.";
    store_faults: Counter, "Times that the store did not do what it was asked for.";
    drops: Counter, "Clients let go because they did not keep up.";
    backlog_bytes: Gauge, "Bytes that wait to be sent to listeners.";
    commit: Histogram, "From a decision until it is durable.";
    fan_out: Histogram, "From a durable decision until it waits in the queue of every listener.";
    think: Histogram, "From when a bot of the hunters is asked until it answers, its waiting included.";
    quick_answers: Counter, "Decisions of bots without a search, as too many waited.";
    bot_wait: Histogram, "From when a bot is asked until it begins to think.";
    queue: Histogram, "From when a message waits for a listener until it is written.";
}
