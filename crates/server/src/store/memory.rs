//! A store in memory, for tests that own it: it can fail, be slow, and forget what was not durable.

use std::collections::BTreeMap;
use std::sync::Mutex;

use async_trait::async_trait;
use tokio::sync::mpsc;

use super::{
    Change, CountedBy, NewReport, PuzzleRating, Query, Row, Slot, StartCell, Status, Store, StoreError,
    StoredKey, TallyKind, report, rows, starts, tally,
};
use crate::limits;
use fogbound_table::id::TableId;
use fogbound_table::{EndedGame, Moment, Version};

#[derive(Default)]
struct Kept {
    tables: BTreeMap<TableId, (Row, Vec<String>)>,
    alive: Option<u64>,
    down: u64,
    watchers: Vec<(u64, mpsc::Sender<Change>)>,
    /// How often something was done, and until when that counts.
    tallies: BTreeMap<(TallyKind, Slot), (u32, u64)>,
    reports: Vec<NewReport>,
    keys: Vec<StoredKey>,
    puzzles: BTreeMap<String, PuzzleRating>,
    /// How many games there were, and how many of them the fugitive won.
    starts: BTreeMap<(String, u8, CountedBy, String), (u64, u64)>,
}

impl Kept {
    fn list(&self, query: Query, most: u32) -> Vec<Row> {
        let mut rows: Vec<Row> = self.tables.values().map(|(row, _)| row).cloned().collect();
        match query {
            Query::Listed => {
                rows.retain(|row| row.public && row.status != Status::Over);
                rows.sort_by_key(|row| (std::cmp::Reverse(row.touched), row.id));
            }
            Query::Due { until, after } => {
                let fits = |due: Moment, id| due <= until && after < Some((due, id));
                rows.retain(|row| row.due.is_some_and(|due| fits(due, row.id)));
                rows.sort_by_key(|row| (row.due, row.id));
            }
            Query::Untouched { status, since, after } => {
                let later = |row: &Row| after < Some((row.touched, row.id));
                rows.retain(|row| row.status == status && row.touched < since && later(row));
                rows.sort_by_key(|row| (row.touched, row.id));
            }
        }
        rows.truncate(most as usize);
        rows
    }
}

/// What a node does to the store before it answers: nothing, or a failure.
pub type Mishap = Box<dyn Fn() -> Option<Failure> + Send + Sync>;

/// How an append goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failure {
    /// Nothing was written.
    Lost,
    /// It was written, but nobody was told.
    Unanswered,
}

/// A store in memory. Clones share what they keep, as nodes share a database.
#[derive(Default)]
pub struct MemoryStore {
    kept: std::sync::Arc<Mutex<Kept>>,
    node: u64,
    mishap: Option<Mishap>,
    delay: Option<Box<dyn Fn() -> std::time::Duration + Send + Sync>>,
}

impl MemoryStore {
    /// Another node on the same tables.
    pub fn node(&self, node: u64) -> MemoryStore {
        MemoryStore { kept: self.kept.clone(), node, mishap: None, delay: None }
    }

    /// The same with things that go wrong.
    pub fn with_mishaps(self, mishap: Mishap) -> MemoryStore {
        MemoryStore { mishap: Some(mishap), ..self }
    }

    /// The same, slow.
    pub fn with_delay(
        self,
        delay: impl Fn() -> std::time::Duration + Send + Sync + 'static,
    ) -> MemoryStore {
        MemoryStore { delay: Some(Box::new(delay)), ..self }
    }

    /// The reports that are kept, as JSON.
    pub fn reports(&self) -> Vec<String> {
        let kept = self.kept.lock().expect("nothing panics while it is held");
        kept.reports.iter().map(|report| report.complaint.clone()).collect()
    }

    async fn wait(&self) {
        if let Some(delay) = &self.delay {
            tokio::time::sleep(delay()).await;
        }
    }

    fn tell(&self, kept: &mut Kept, change: &Change) {
        let node = self.node;
        kept.watchers
            .retain(|(other, sender)| *other == node || sender.try_send(change.clone()).is_ok());
    }
}

#[async_trait]
impl Store for MemoryStore {
    async fn append_end(
        &self,
        row: &Row,
        after: Version,
        entries: Vec<String>,
        ended: Option<EndedGame>,
    ) -> Result<(), StoreError> {
        rows::check(row, after, &entries)?;
        self.wait().await;
        let failure = self.mishap.as_ref().and_then(|mishap| mishap());
        if failure == Some(Failure::Lost) {
            return Err(StoreError::Failed("nothing was written".into()));
        }
        {
            let mut kept = self.kept.lock().expect("nothing panics while it is held");
            let version = kept.tables.get(&row.id).map_or(0, |(row, _)| row.version);
            if version != after {
                return Err(StoreError::Conflict);
            }
            let table = kept.tables.entry(row.id).or_insert_with(|| (row.clone(), vec![]));
            table.0 = row.clone();
            table.1.extend(entries);
            for cell in ended.iter().flat_map(starts::cells) {
                let key = (cell.edition, cell.detectives, cell.by, cell.cell);
                let (games, wins) = kept.starts.entry(key).or_default();
                (*games, *wins) = (*games + cell.games, *wins + cell.fugitive_wins);
            }
            self.tell(&mut kept, &Change::Appended(row.id, row.version));
        }
        match failure {
            Some(_) => Err(StoreError::Failed("it is not known whether it was written".into())),
            None => {
                self.wait().await;
                Ok(())
            }
        }
    }

    async fn read(&self, id: TableId, after: Version) -> Result<Vec<String>, StoreError> {
        self.wait().await;
        let kept = self.kept.lock().expect("nothing panics while it is held");
        let entries =
            kept.tables.get(&id).map(|(_, entries)| entries.iter().skip(after as usize).cloned());
        Ok(entries.map(Iterator::collect).unwrap_or_default())
    }

    async fn list(&self, query: Query, most: u32) -> Result<Vec<Row>, StoreError> {
        Ok(self.kept.lock().expect("nothing panics while it is held").list(query, most))
    }

    async fn versions(&self, ids: &[TableId]) -> Result<Vec<(TableId, Version)>, StoreError> {
        let kept = self.kept.lock().expect("nothing panics while it is held");
        Ok(ids.iter().filter_map(|id| Some((*id, kept.tables.get(id)?.0.version))).collect())
    }

    async fn delete(&self, id: TableId) -> Result<(), StoreError> {
        self.kept.lock().expect("nothing panics while it is held").tables.remove(&id);
        Ok(())
    }

    async fn set_due(
        &self,
        id: TableId,
        version: Version,
        due: Option<Moment>,
    ) -> Result<(), StoreError> {
        let mut kept = self.kept.lock().expect("nothing panics while it is held");
        if let Some((row, _)) = kept.tables.get_mut(&id).filter(|(row, _)| row.version == version) {
            row.due = due;
        }
        Ok(())
    }

    async fn clear(&self, status: Status, since: u64, most: u32) -> Result<Vec<TableId>, StoreError> {
        let query = Query::Untouched { status, since, after: None };
        // Held from the look to the removal, or what is touched in between would go too.
        let mut kept = self.kept.lock().expect("nothing panics while it is held");
        let ids: Vec<TableId> = kept.list(query, most).iter().map(|row| row.id).collect();
        kept.tables.retain(|id, _| !ids.contains(id));
        Ok(ids)
    }

    async fn beat(&self, wall: u64, most_gap: u64) -> Result<u64, StoreError> {
        let mut kept = self.kept.lock().expect("nothing panics while it is held");
        let gap = kept.alive.map_or(0, |alive| wall.saturating_sub(alive));
        if gap > most_gap {
            kept.down += gap;
        }
        kept.alive = Some(wall);
        Ok(kept.down)
    }

    async fn tell_present(&self, id: TableId, text: &str) -> Result<(), StoreError> {
        let mut kept = self.kept.lock().expect("nothing panics while it is held");
        self.tell(&mut kept, &Change::Present(id, self.node.to_string(), text.into()));
        Ok(())
    }

    async fn changes(&self) -> Result<mpsc::Receiver<Change>, StoreError> {
        let (sender, receiver) = mpsc::channel(1024);
        let mut kept = self.kept.lock().expect("nothing panics while it is held");
        kept.watchers.push((self.node, sender));
        Ok(receiver)
    }

    fn is_shared(&self) -> bool {
        true
    }

    async fn report(&self, report: &NewReport) -> Result<bool, StoreError> {
        let mut kept = self.kept.lock().expect("nothing panics while it is held");
        let yesterday = report.wall.saturating_sub(report::DAY);
        let count = |fits: &dyn Fn(&NewReport) -> bool| {
            kept.reports.iter().filter(|other| fits(other)).count() as i64
        };
        let of_person = |other: &NewReport| other.person == report.person && other.wall > yesterday;
        let room = count(&|_| true) < limits::REPORTS
            && count(&|other| other.table == report.table) < limits::REPORTS_OF_TABLE
            && count(&of_person) < limits::REPORTS_OF_PERSON;
        if room {
            kept.reports.push(report.clone());
        }
        Ok(room)
    }

    async fn clear_reports(&self, before: u64) -> Result<(), StoreError> {
        let mut kept = self.kept.lock().expect("nothing panics while it is held");
        kept.reports.retain(|report| report.wall >= before);
        Ok(())
    }

    async fn check_writable(&self) -> Result<(), StoreError> {
        match self.mishap.as_ref().and_then(|mishap| mishap()) {
            Some(_) => Err(StoreError::Failed("nothing can be written".into())),
            None => Ok(()),
        }
    }

    async fn tally(&self, kind: TallyKind, address: &str, wall: u64) -> Result<u32, StoreError> {
        self.check_writable().await?;
        let mut kept = self.kept.lock().expect("nothing panics while it is held");
        let (count, until) = kept.tallies.entry((kind, self.slot(address))).or_default();
        if *until <= wall {
            (*count, *until) = (0, wall + kind.span().as_millis() as u64);
        }
        *count += 1;
        Ok(*count)
    }

    fn slot(&self, address: &str) -> Slot {
        tally::slot("", address)
    }

    async fn tallied(&self, kind: TallyKind, least: u32, wall: u64) -> Result<Vec<Slot>, StoreError> {
        let kept = self.kept.lock().expect("nothing panics while it is held");
        let all = kept.tallies.iter().filter(|((other, _), _)| *other == kind);
        let many = all.filter(|(_, (count, until))| *count >= least && *until > wall);
        Ok(many.map(|((_, slot), _)| *slot).collect())
    }

    async fn clear_tallies(&self, wall: u64) -> Result<(), StoreError> {
        let mut kept = self.kept.lock().expect("nothing panics while it is held");
        kept.tallies.retain(|_, (_, until)| *until > wall);
        Ok(())
    }

    async fn starts(&self) -> Result<Vec<StartCell>, StoreError> {
        let kept = self.kept.lock().expect("nothing panics while it is held");
        let cell = |(key, count): (&(String, u8, CountedBy, String), &(u64, u64))| {
            let ((edition, detectives, by, cell), (games, fugitive_wins)) = (key.clone(), *count);
            StartCell { edition, detectives, by, cell, games, fugitive_wins }
        };
        Ok(kept.starts.iter().map(cell).collect())
    }

    async fn puzzles(&self) -> Result<Vec<PuzzleRating>, StoreError> {
        let kept = self.kept.lock().expect("nothing panics while it is held");
        Ok(kept.puzzles.values().cloned().collect())
    }

    async fn puzzle(&self, id: &str) -> Result<Option<PuzzleRating>, StoreError> {
        self.wait().await;
        Ok(self.kept.lock().expect("nothing panics while it is held").puzzles.get(id).cloned())
    }

    async fn rate_puzzle(&self, rating: &PuzzleRating) -> Result<bool, StoreError> {
        self.wait().await;
        self.check_writable().await?;
        let mut kept = self.kept.lock().expect("nothing panics while it is held");
        let before = kept.puzzles.get(&rating.id).map_or(0, |before| before.tries);
        let follows = before + 1 == rating.tries;
        if follows {
            kept.puzzles.insert(rating.id.clone(), rating.clone());
        }
        Ok(follows)
    }

    async fn keys(&self) -> Result<Vec<StoredKey>, StoreError> {
        Ok(self.kept.lock().expect("nothing panics while it is held").keys.clone())
    }

    async fn add_key(&self, key: &StoredKey) -> Result<(), StoreError> {
        let mut kept = self.kept.lock().expect("nothing panics while it is held");
        for old in kept.keys.iter_mut().filter(|old| old.until.is_none()) {
            old.until = Some(key.made);
        }
        kept.keys.push(key.clone());
        Ok(())
    }

    async fn close(&self) {}
}
