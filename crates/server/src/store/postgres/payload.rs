//! What nodes send each other: the node, then a change a line.
//!
//! ```text
//! 1f0c9a22d4e1b3c7
//! a k3v9x2m4p7qs 17
//! p k3v9x2m4p7qs "what is said of who is present"
//! u
//! ```

use crate::store::{Change, StoreError};

/// PostgreSQL carries less than 8000 bytes at once.
const MOST: usize = 7900;

/// The most bytes that a line may take.
const LINE: usize = 4000;

/// Puts changes into as few payloads as hold them.
pub(super) fn write(node: &str, changes: &[Change]) -> Vec<String> {
    let mut payloads = vec![String::from(node)];
    for change in changes {
        let line = line_of(change);
        let last = payloads.last_mut().expect("there is one from the beginning");
        match last.len() + 1 + line.len() <= MOST {
            true => *last += &format!("\n{line}"),
            false => payloads.push(format!("{node}\n{line}")),
        }
    }
    payloads
}

/// The changes of a payload; none if it is one's own. What is not understood, perhaps of a newer node,
/// is taken as [`Change::Unsure`].
pub(super) fn read(node: &str, payload: &str) -> Vec<Change> {
    let mut lines = payload.lines();
    let from = lines.next().unwrap_or_default();
    if from == node {
        return Vec::new();
    }
    lines.map(|line| change(from, line).unwrap_or(Change::Unsure)).collect()
}

/// Whether a change is short enough to be sent.
pub(super) fn check(change: &Change) -> Result<(), StoreError> {
    match line_of(change).len() <= LINE {
        true => Ok(()),
        false => Err(StoreError::Failed(format!("a message to other nodes has more than {LINE} bytes"))),
    }
}

fn line_of(change: &Change) -> String {
    match change {
        Change::Unsure => "u".into(),
        Change::Appended(id, version) => format!("a {id} {version}"),
        Change::Present(id, _, text) => format!("p {id} {}", serde_json::Value::from(text.as_str())),
    }
}

fn change(from: &str, line: &str) -> Option<Change> {
    let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
    match kind {
        "a" => {
            let (id, version) = rest.split_once(' ')?;
            Some(Change::Appended(id.parse().ok()?, version.parse().ok()?))
        }
        "p" => {
            let (id, text) = rest.split_once(' ')?;
            Some(Change::Present(id.parse().ok()?, from.into(), serde_json::from_str(text).ok()?))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OsChance;
    use fogbound_table::id::TableId;

    #[test]
    fn letters_are_read_as_they_were_written_and_are_short_enough() {
        let mut changes = vec![Change::Unsure];
        for version in 0..1000 {
            changes.push(Change::Appended(TableId::new(&OsChance), version));
        }
        changes.push(Change::Present(TableId::new(&OsChance), "here".into(), "a \"b\"\n é".into()));
        let payloads = write("here", &changes);
        assert!(payloads.iter().all(|payload| payload.len() < 8000));
        assert!(payloads.len() < 8);
        let read_by = |node| payloads.iter().flat_map(|payload| read(node, payload)).collect::<Vec<_>>();
        assert_eq!(read_by("there"), changes);
        assert_eq!(read_by("here"), []);
    }

    #[test]
    fn lines_that_are_not_understood_make_unsure() {
        for line in ["x", "a", "a short 1", "a 234567890abc x", "p 234567890abc unquoted"] {
            assert_eq!(read("here", &format!("there\n{line}")), [Change::Unsure], "{line}");
        }
        assert_eq!(read("here", "there"), []);
    }

    #[test]
    fn a_change_that_is_too_long_is_refused() {
        let said = |text: String| Change::Present(TableId::new(&OsChance), "here".into(), text);
        assert!(check(&said("a".repeat(3000))).is_ok());
        assert!(check(&said("\u{1}".repeat(3000))).is_err());
    }
}
