//! This test program, run once more: what happens to a process that is killed, or whose disk is full,
//! is tried on one of its own.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use fogbound_server::store::{Place, Store, StoreError};
use fogbound_table::id::TableId;
use tokio::task::JoinSet;

use crate::TempDir;
use crate::contract::{entries, row, table};

/// Says what the child does.
const TASK: &str = "FOGBOUND_TEST_CHILD";

/// The place where it does it.
const PLACE: &str = "FOGBOUND_TEST_PLACE";

/// Starts a child. Files that become too large give it an error instead of a signal.
pub(crate) fn start(task: &str, place: &str) -> Child {
    Command::new("sh")
        .args(["-c", "trap '' XFSZ; exec \"$@\"", "sh"])
        .arg(std::env::current_exe().expect("this program has a path"))
        .args(["--exact", "child::a_child_does_its_task", "--nocapture", "--test-threads=1"])
        .env(TASK, task)
        .env(PLACE, place)
        .stdout(Stdio::piped())
        .spawn()
        .expect("this program runs")
}

/// The lines that a child says, from now until it ends.
pub(crate) fn lines(child: &mut Child) -> impl Iterator<Item = Vec<String>> + use<> {
    let output = child.stdout.take().expect("it is piped");
    let lines = BufReader::new(output).lines().map_while(Result::ok);
    lines.filter_map(|line| {
        let words = line.strip_prefix("child ")?;
        Some(words.split(' ').map(String::from).collect())
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_child_does_its_task() {
    let Ok(task) = std::env::var(TASK) else {
        let dir = TempDir::new();
        let mut child = start("open", &dir.path().display().to_string());
        assert_eq!(lines(&mut child).collect::<Vec<_>>(), [["opened"]]);
        assert!(child.wait().expect("it ends").success());
        return;
    };
    let place = std::env::var(PLACE).expect("it is set with the task");
    let place = match place.starts_with("postgres://") {
        true => Place::Database(place),
        false => Place::Folder(PathBuf::from(place)),
    };
    match task.as_str() {
        "append" => append_for_ever(place.open().await.expect("it opens")).await,
        "fill" => fill_the_disk(place.open().await.expect("it opens")).await,
        "open" => match place.open().await {
            Ok(_) => say("opened"),
            Err(error) => say(&format!("refused {error}")),
        },
        _ => panic!("{task} is no task"),
    }
}

fn say(words: &str) {
    println!("\nchild {words}");
}

/// Appends to several tables, and says each time that it was acknowledged.
async fn append_for_ever(store: Arc<dyn Store>) {
    let mut appends = JoinSet::new();
    for _ in 0..8 {
        let store = store.clone();
        appends.spawn(async move {
            let id = table();
            for version in (0..).step_by(3) {
                let entries = entries(version + 1..=version + 3);
                store.append(&row(id, version + 3), version, entries).await.expect("it follows");
                say(&format!("appended {id} {}", version + 3));
            }
        });
    }
    appends.join_all().await;
}

/// The text of each entry while the disk is full: no error may hold it.
const SECRET: &str = "the fugitive is at 128";

fn limit(bytes: &str) {
    let set = Command::new("prlimit")
        .args(["--pid", &std::process::id().to_string(), &format!("--fsize={bytes}:")])
        .status()
        .expect("prlimit runs");
    assert!(set.success(), "the limit of a file's size is set");
}

async fn stored(store: &Arc<dyn Store>, id: TableId) -> u64 {
    let entries = store.read(id, 0).await.expect("reading goes on").len() as u64;
    let version = store.versions(&[id]).await.expect("reading goes on");
    assert_eq!(version, if entries == 0 { vec![] } else { vec![(id, entries)] });
    entries
}

/// Appends until nothing can be written, then goes on when there is space again.
async fn fill_the_disk(store: Arc<dyn Store>) {
    let text = vec![format!("{{\"text\":\"{SECRET} {}\"}}", "x".repeat(2000))];
    let tables: Vec<TableId> = (0..20).map(|_| table()).collect();
    for round in 0..3 {
        limit("300000");
        let mut appends = JoinSet::new();
        for id in tables.clone() {
            let (store, text) = (store.clone(), text.clone());
            appends.spawn(async move {
                let mut version = stored(&store, id).await;
                // A thousand of them do not fit.
                for _ in 0..1000 {
                    match store.append(&row(id, version + 1), version, text.clone()).await {
                        Ok(()) => version += 1,
                        Err(StoreError::Failed(reason)) => {
                            assert!(!reason.contains(SECRET), "{reason}");
                            assert_eq!(stored(&store, id).await, version, "what failed is not there");
                            return;
                        }
                        Err(StoreError::Conflict) => panic!("nobody else appends"),
                    }
                }
                panic!("the disk is never full");
            });
        }
        appends.join_all().await;
        limit("unlimited");
        for id in &tables {
            let version = stored(&store, *id).await;
            store.append(&row(*id, version + 1), version, text.clone()).await.expect("there is space");
        }
        say(&format!("round {round}"));
    }
    store.close().await;
}
