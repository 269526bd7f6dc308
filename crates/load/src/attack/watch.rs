//! What the server and the kernel hold while something is done to them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::sleep;

use super::{Findings, Trial};
use crate::process;
use crate::wire::Server;

/// How often it is looked.
const EVERY: Duration = Duration::from_millis(200);

/// Looks at the server from time to time, and keeps what was most.
pub(super) struct Watch {
    looking: JoinHandle<()>,
    seen: Arc<Mutex<Seen>>,
    process: Option<u32>,
}

#[derive(Default)]
struct Seen {
    /// Of the server's process, before and at most.
    resident: Option<(u64, u64)>,
    /// Of the kernel, for all connections of this machine.
    kernel: Option<(u64, u64)>,
    /// Of its own figures.
    figures: BTreeMap<&'static str, u64>,
}

fn raise(range: &mut Option<(u64, u64)>, now: Option<u64>) {
    let Some(now) = now else { return };
    let (before, most) = range.unwrap_or((now, now));
    *range = Some((before, most.max(now)));
}

impl Watch {
    /// Looks from now on at memory, and at these figures of the server.
    pub(super) async fn begin(trial: &Trial, names: &'static [&'static str]) -> Result<Watch, String> {
        let (visitor, process) = (trial.visitor()?, trial.process);
        let seen = Arc::new(Mutex::new(Seen::default()));
        look(&visitor, process, names, &seen).await;
        let ours = Arc::clone(&seen);
        let looking = tokio::spawn(async move {
            loop {
                sleep(EVERY).await;
                look(&visitor, process, names, &ours).await;
            }
        });
        Ok(Watch { looking, seen, process })
    }

    /// Tells what was most, and what the server has in the end.
    pub(super) fn end(self, findings: &mut Findings) {
        self.looking.abort();
        let seen = self.seen.lock().expect("nothing panics while it is held");
        let megabytes = |bytes: u64| bytes as f64 / 1e6;
        if let Some((before, most)) = seen.resident {
            findings.measure("server before, MB", megabytes(before));
            findings.measure("server at most, MB", megabytes(most));
        }
        if let Some(last) = self.process.and_then(process::resident) {
            findings.measure("server in the end, MB", megabytes(last));
        }
        if let Some((before, most)) = seen.kernel {
            findings.measure("kernel for connections before, MB", megabytes(before));
            findings.measure("kernel for connections at most, MB", megabytes(most));
        }
        for (&name, &most) in &seen.figures {
            findings.tell(name, most);
        }
    }
}

async fn look(
    visitor: &Server,
    process: Option<u32>,
    names: &'static [&'static str],
    seen: &Mutex<Seen>,
) {
    let text = visitor.exchange("GET /metrics", "", "").await.map_or_else(|_| String::new(), |it| it.1);
    let mut seen = seen.lock().expect("nothing panics while it is held");
    raise(&mut seen.resident, process.and_then(process::resident));
    raise(&mut seen.kernel, process::kernel_memory());
    for name in names {
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        let value = line.and_then(|value| value.parse().ok()).unwrap_or(0);
        let most = seen.figures.entry(name).or_default();
        *most = value.max(*most);
    }
}
