//! What happens at tables by themselves: bots answer, clocks run out.

use std::sync::Arc;
use std::time::Duration;

use fogbound_rules::Side;
use fogbound_table::{AutomaticDecision, BotQuestion, Cause, Context, Moment, Table, Version};

use tokio::time::Instant;

use super::Room;
use super::room::RoomState;

/// If another node wrote the last entry, that one drives the table; this one steps in if nothing
/// happens for so long.
const GRACE: Duration = Duration::from_secs(5);

/// After a failure of the store it is tried again after this.
const RETRY: Duration = Duration::from_millis(500);

impl Room {
    /// Sees to it that the table is driven as long as something happens by itself.
    pub(super) fn drive(self: &Arc<Room>) {
        let room = Arc::clone(self);
        tokio::spawn(async move {
            {
                let mut state = room.lock().await;
                let due = state.table.automatic(room.shared.parts.pace).is_some();
                if state.driving || state.gone || !due || room.shared.is_closing() {
                    return;
                }
                state.driving = true;
            }
            room.drive_on().await;
        });
    }

    async fn drive_on(self: &Arc<Room>) {
        let mut versions = self.version.subscribe();
        let mut closing = self.shared.closing.subscribe();
        loop {
            let (step, question, own) = {
                let Ok(mut state) = self.lock_certain().await else {
                    // The store does not answer: a table that waits for nobody must not stand still.
                    tokio::time::sleep(RETRY).await;
                    if self.shared.is_closing() || self.is_gone().await {
                        return;
                    }
                    continue;
                };
                match state.question(self) {
                    Some(found) => found,
                    None => {
                        state.driving = false;
                        return;
                    }
                }
            };
            versions.borrow_and_update();
            let work = self.work(step, question, own);
            tokio::pin!(work);
            loop {
                tokio::select! {
                    biased;
                    _ = closing.changed() => return,
                    changed = versions.changed() => {
                        if changed.is_err() {
                            return;
                        }
                        // Talk does not disturb thought; a move does. The work goes on meanwhile: it
                        // may hold the room.
                        let pace = self.shared.parts.pace;
                        let same = async { self.lock().await.table.automatic(pace) == Some(step) };
                        tokio::select! {
                            biased;
                            () = &mut work => break,
                            same = same => if !same {
                                break;
                            },
                        }
                    }
                    () = &mut work => break,
                }
            }
        }
    }

    /// Thinks, waits for the moment, and plays.
    async fn work(self: &Arc<Room>, step: AutomaticDecision, question: BotQuestion, own: bool) {
        let grace = if own { Duration::ZERO } else { GRACE };
        let due = step.due.after(grace);
        if step.cause == Cause::Clock || !own {
            self.sleep_until(due).await;
        }
        let asked = Instant::now();
        let Some(action) = self.shared.parts.thinker.think(question).await else {
            tokio::time::sleep(RETRY).await;
            return;
        };
        // How long the fugitive's bot thinks is nobody's business.
        if step.side == Side::Hunters && step.cause == Cause::Bot {
            self.metrics().think.observe(asked.elapsed());
        }
        self.sleep_until(self.answer_moment(&step, due)).await;
        let decide = |table: &Table, context: &Context<'_>| {
            table.decide_automatic(action, step.cause, step.version, context)
        };
        match self.commit(decide, |_: Version| ()).await {
            Ok(_) => self.metrics().automatic.add(1),
            Err(_) => tokio::time::sleep(RETRY).await,
        }
    }

    /// A fugitive that took longer answers at a later multiple of its pace: how long it thought is
    /// not seen.
    fn answer_moment(&self, step: &AutomaticDecision, mut due: Moment) -> Moment {
        let pace = self.shared.parts.pace.fugitive.max(Duration::from_millis(1));
        let now = self.now();
        if step.side == Side::Fugitive {
            while due < now {
                due = due.after(pace);
            }
        }
        due
    }

    async fn sleep_until(&self, moment: Moment) {
        loop {
            let left = self.now().until(moment);
            if left.is_zero() {
                return;
            }
            // Table time may stand still in between.
            tokio::time::sleep(left).await;
        }
    }
}

impl RoomState {
    /// What is due, what has to be thought about, and whether this node drives the table.
    fn question(&self, room: &Room) -> Option<(AutomaticDecision, BotQuestion, bool)> {
        if self.gone {
            return None;
        }
        let step = self.table.automatic(room.shared.parts.pace)?;
        Some((step, self.table.question(&step)?, self.own))
    }
}
