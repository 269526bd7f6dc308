//! What happens at tables by themselves: bots answer, clocks run out.

use std::sync::Arc;
use std::time::Duration;

use fogbound_rules::{Action, Side};
use fogbound_table::{
    Automatic, AutomaticDecision, BotQuestion, Cause, Context, Moment, Table, Version,
};
use tokio::sync::watch;
use tokio::time::{Instant, timeout};

use super::room::RoomState;
use super::thinker::{Asker, Full, Place, Rank, Waiter, think_inline};
use super::{Room, Thinker};
use crate::TableClock;

/// If another node wrote the last entry, that one drives the table; this one steps in if nothing
/// happens for so long.
const GRACE: Duration = Duration::from_secs(5);

/// After a failure of the store it is tried again after this.
const RETRY: Duration = Duration::from_millis(500);

/// What is due later than this is waited for without the table: it may be put away meanwhile.
const SOON: Duration = Duration::from_secs(120);

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

/// How a table is driven.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Driving {
    /// Not at all: nothing happens by itself.
    Not,
    /// Something happens by itself, but not soon. Who waits for it does not hold the table.
    Waiting,
    /// Something is due.
    Working,
}

/// What is next at a table that drives itself.
enum Next {
    /// Something is due.
    Work(Task),
    /// Something is due later than soon.
    Wait(Moment),
    /// Nothing.
    Nothing,
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
                let driven = state.driving != Driving::Not;
                if driven || state.gone || !due || room.shared.is_closing() {
                    return;
                }
                state.driving = Driving::Working;
            }
            drive_on(room).await;
        });
    }

    /// Goes on until nothing is due, or not soon: until when, and what tells that the table has changed.
    async fn drive_while_due(self: &Arc<Room>) -> Option<(Moment, watch::Receiver<Version>)> {
        let mut versions = self.version.subscribe();
        let mut closing = self.shared.closing.subscribe();
        loop {
            let task = {
                let Ok(mut state) = self.lock_certain().await else {
                    // The store does not answer: a table that waits for nobody must not stand still.
                    tokio::time::sleep(RETRY).await;
                    if self.shared.is_closing() || self.is_gone().await {
                        return None;
                    }
                    continue;
                };
                // What was told of the question before does not hold any more.
                state.waiting = 0;
                versions.borrow_and_update();
                match state.next(self) {
                    Next::Work(task) => {
                        state.driving = Driving::Working;
                        task
                    }
                    Next::Wait(until) => {
                        state.driving = Driving::Waiting;
                        return Some((until, versions));
                    }
                    Next::Nothing => {
                        state.driving = Driving::Not;
                        return None;
                    }
                }
            };
            let next = task.next;
            let work = self.work(task);
            tokio::pin!(work);
            loop {
                tokio::select! {
                    biased;
                    _ = closing.changed() => return None,
                    changed = versions.changed() => {
                        if changed.is_err() {
                            return None;
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
        let begun = self.commit(|table, context| table.begin_without_waiting(context), |_, _| ()).await;
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
        match self.commit(decide, |_, _| ()).await {
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
        sleep_until(self.shared.clock(), moment).await;
    }

    /// Tells the store when something happens by itself here, if it thinks otherwise.
    pub(super) async fn correct_due(&self, stored: Option<Moment>) {
        let (version, due) = {
            let state = self.lock().await;
            (state.table.version(), self.shared.row(&state.table).due)
        };
        if due != stored
            && let Err(error) =
                self.shared.noted(self.shared.store().set_due(self.id(), version, due).await)
        {
            tracing::warn!(table = %self.id(), %error, "when a table is due was not stored");
        }
    }
}

/// Drives a table. While nothing is due soon, it is not held: when it is put away, this ends.
async fn drive_on(mut room: Arc<Room>) {
    loop {
        let Some((until, mut versions)) = room.drive_while_due().await else { return };
        let shared = Arc::clone(&room.shared);
        let mut closing = shared.closing.subscribe();
        let weak = Arc::downgrade(&room);
        drop(room);
        tokio::select! {
            biased;
            _ = closing.changed() => return,
            changed = versions.changed() => if changed.is_err() {
                return;
            },
            () = sleep_until(shared.clock(), until) => {}
        }
        match weak.upgrade() {
            Some(again) => room = again,
            None => return,
        }
    }
}

async fn sleep_until(clock: &TableClock, moment: Moment) {
    loop {
        let left = clock.now().until(moment);
        if left.is_zero() {
            return;
        }
        // Table time may stand still in between.
        tokio::time::sleep(left).await;
    }
}

impl RoomState {
    /// What is next: what is due, and what has to be thought about for it.
    fn next(&mut self, room: &Room) -> Next {
        let next = self.table.automatic(room.shared.parts.pace);
        let Some(next) = next.filter(|_| !self.gone) else { return Next::Nothing };
        if room.now().after(SOON) < next.due() {
            return Next::Wait(Moment(next.due().0.saturating_sub(SOON.as_millis() as u64)));
        }
        let work = match next {
            Automatic::Beginning { due } => Work::Begin { due },
            Automatic::Decision(step) => {
                let Some(question) = self.table.question(&step) else { return Next::Nothing };
                let rank = if self.table.is_of_bots_alone() { Rank::BotsAlone } else { Rank::People };
                let asker = Asker { rank, address: self.address(), table: self.table.id() };
                Work::Think { step, question: Box::new(question), asker }
            }
        };
        Next::Work(Task { next, work, own: self.own })
    }
}

/// Whether how many are ahead has changed by so much that it is worth a word: by a tenth.
fn is_news(told: u32, ahead: u32) -> bool {
    ahead != told && ahead.abs_diff(told) >= told.div_ceil(10)
}
