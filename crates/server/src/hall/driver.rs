//! What happens at tables by themselves: bots answer, clocks run out.

use std::sync::Arc;
use std::time::Duration;

use fogbound_rules::{Action, Side};
use fogbound_table::{
    Automatic, AutomaticDecision, BotQuestion, Cause, Context, Moment, Table, Version,
};
use tokio::time::{Instant, timeout};

use super::room::RoomState;
use super::thinker::{Asker, Full, Place, Rank, Waiter, think_inline};
use super::{Room, Thinker};

/// If another node wrote the last entry, that one drives the table; this one steps in if nothing
/// happens for so long.
const GRACE: Duration = Duration::from_secs(5);

/// After a failure of the store it is tried again after this.
const RETRY: Duration = Duration::from_millis(500);

/// A bot that waits for its turn longer than this is told of, and after a while again.
const UNTOLD: Duration = Duration::from_secs(1);
const TOLD_AGAIN: Duration = Duration::from_secs(2);

/// What is to be done at a table.
struct Task {
    next: Automatic,
    work: Work,
    /// Whether this node drives the table.
    own: bool,
}

enum Work {
    /// A decision is to be thought about.
    Think { step: AutomaticDecision, question: Box<BotQuestion>, asker: Asker },
    /// The game is to begin.
    Begin { due: Moment },
}

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
            let task = {
                let Ok(mut state) = self.lock_certain().await else {
                    // The store does not answer: a table that waits for nobody must not stand still.
                    tokio::time::sleep(RETRY).await;
                    if self.shared.is_closing() || self.is_gone().await {
                        return;
                    }
                    continue;
                };
                // What was told of the question before does not hold any more.
                state.waiting = 0;
                match state.task(self) {
                    Some(task) => task,
                    None => {
                        state.driving = false;
                        return;
                    }
                }
            };
            versions.borrow_and_update();
            let next = task.next;
            let work = self.work(task);
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
                        let same = async { self.lock().await.table.automatic(pace) == Some(next) };
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

    /// Thinks if need be, waits for the moment, and carries it out.
    async fn work(self: &Arc<Room>, task: Task) {
        let grace = if task.own { Duration::ZERO } else { GRACE };
        match task.work {
            Work::Begin { due } => self.begin(due.after(grace)).await,
            Work::Think { step, question, asker } => {
                self.decide(step, *question, asker, task.own, step.due.after(grace)).await;
            }
        }
    }

    /// Begins a game that has waited for numbers.
    async fn begin(self: &Arc<Room>, due: Moment) {
        self.sleep_until(due).await;
        let begun = self.commit(|table, context| table.begin_without_waiting(context), |_| ()).await;
        if begun.is_err() {
            tokio::time::sleep(RETRY).await;
        }
    }

    async fn decide(
        self: &Arc<Room>,
        step: AutomaticDecision,
        question: BotQuestion,
        asker: Asker,
        own: bool,
        due: Moment,
    ) {
        if step.cause == Cause::Clock || !own {
            self.sleep_until(due).await;
        }
        let asked = Instant::now();
        let Some(action) = self.think(asker, question).await else {
            tokio::time::sleep(RETRY).await;
            return;
        };
        // How long the fugitive's bot thinks is nobody's business.
        if step.side == Side::Hunters && step.cause == Cause::Bot {
            self.metrics().think.observe(asked.elapsed());
        }
        self.sleep_until(due).await;
        let decide = |table: &Table, context: &Context<'_>| {
            table.decide_automatic(action, step.cause, step.version, context)
        };
        match self.commit(decide, |_: Version| ()).await {
            Ok(_) => self.metrics().automatic.add(1),
            Err(_) => tokio::time::sleep(RETRY).await,
        }
    }

    /// Thinks when it is the table's turn.
    async fn think(self: &Arc<Room>, asker: Asker, question: BotQuestion) -> Option<Action> {
        let Thinker::Pool(pool) = &self.shared.parts.thinker else { return think_inline(&question) };
        let asked = Instant::now();
        match pool.ask(asker) {
            Ok(waiter) => {
                let place = self.wait(waiter).await?;
                self.metrics().bot_wait.observe(asked.elapsed());
                place.think(question).await
            }
            Err(Full) => {
                self.metrics().quick_answers.add(1);
                let action = question.quick();
                if question.side() == Side::Fugitive {
                    tokio::time::sleep_until(asked + question.window()).await;
                }
                action
            }
        }
    }

    /// Waits for a place, and tells those at the table if that takes long.
    async fn wait(self: &Arc<Room>, mut waiter: Waiter) -> Option<Place> {
        let (mut told, mut pause) = (0, UNTOLD);
        loop {
            if let Ok(place) = timeout(pause, waiter.place()).await {
                if told > 0 {
                    self.tell_waiting(0).await;
                }
                return place;
            }
            let ahead = waiter.ahead() as u32;
            if is_news(told, ahead) {
                self.tell_waiting(ahead).await;
                told = ahead;
            }
            pause = TOLD_AGAIN;
        }
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
    /// What is due, and what has to be done for it.
    fn task(&mut self, room: &Room) -> Option<Task> {
        if self.gone {
            return None;
        }
        let next = self.table.automatic(room.shared.parts.pace)?;
        let work = match next {
            Automatic::Beginning { due } => Work::Begin { due },
            Automatic::Decision(step) => {
                let question = Box::new(self.table.question(&step)?);
                let rank = if self.table.is_of_bots_alone() { Rank::BotsAlone } else { Rank::People };
                let asker = Asker { rank, address: self.address(), table: self.table.id() };
                Work::Think { step, question, asker }
            }
        };
        Some(Task { next, work, own: self.own })
    }
}

/// Whether how many are ahead has changed by so much that it is worth a word: by a tenth.
fn is_news(told: u32, ahead: u32) -> bool {
    ahead != told && ahead.abs_diff(told) >= told.div_ceil(10)
}
