//! Before a game begins: people promise numbers, the server promises its own, people open theirs.

use fogbound_rules::{Digest, Game, Number, Record, Shuffle, commitment};

use super::play::draws;
use super::{Context, Decision};
use crate::command::Command;
use crate::entry::EntryKind;
use crate::refusal::{Code, Refusal, refuse};
use crate::seat::GuestNumber;
use crate::shuffle::{PendingShuffle, Promise};
use crate::{Table, leak};

impl Table {
    pub(super) fn commit(
        &self,
        guest: GuestNumber,
        commitment: Digest,
    ) -> Result<Vec<EntryKind>, Refusal> {
        self.lobby_only()?;
        match self.is_seated(guest) {
            true => Ok(vec![EntryKind::Committed { commitment }]),
            false => refuse(Code::NotYours, "only those with a seat add a number"),
        }
    }

    /// The beginning of the shuffle; and if nobody has promised a number, of the game.
    pub(super) fn shuffle(&self, context: &Context<'_>) -> Result<Vec<EntryKind>, Refusal> {
        let promise = |guest| Some(Promise { guest, commitment: self.guest(guest)?.commitment? });
        let promises: Vec<Promise> = self.seated().into_iter().filter_map(promise).collect();
        let number = leak::shuffle_number(self, context.chance.number());
        let key = context.signer.key();
        let pending = PendingShuffle::new(number, &promises, key, context.now);
        let mut kinds = vec![EntryKind::ShuffleBegan { number, promises, key }];
        if pending.is_complete() {
            kinds.extend(self.begin(&pending.shuffle, context)?);
        }
        Ok(kinds)
    }

    pub(super) fn open_number(
        &self,
        guest: GuestNumber,
        number: Number,
        context: &Context<'_>,
    ) -> Result<Vec<EntryKind>, Refusal> {
        let Some(pending) = &self.shuffle else {
            return refuse(Code::NotNow, "no number is waited for");
        };
        let own = pending.shuffle.contributions.iter().find(|it| it.guest == guest.0);
        let Some(own) = own else {
            return refuse(Code::NotYours, "you have promised no number for this game");
        };
        if own.number.is_some() {
            return refuse(Code::NotNow, "you have opened your number already");
        }
        if commitment(number) != own.commitment {
            return refuse(Code::BadMessage, "that is not the number that you promised");
        }
        let mut shuffle = pending.shuffle.clone();
        for contribution in shuffle.contributions.iter_mut().filter(|it| it.guest == guest.0) {
            contribution.number = Some(number);
        }
        let mut kinds = vec![EntryKind::NumberOpened { number }];
        if shuffle.contributions.iter().all(|it| it.number.is_some()) {
            kinds.extend(self.begin(&shuffle, context)?);
        }
        Ok(kinds)
    }

    /// The beginning of the game when the time for numbers is over: who has not opened theirs is left out.
    pub fn begin_without_waiting(&self, context: &Context<'_>) -> Result<Decision, Refusal> {
        match &self.shuffle {
            Some(pending) if context.now >= pending.due() => {
                let kinds = self.begin(&pending.shuffle, context)?;
                Ok(Decision::New(kinds.into_iter().map(|kind| context.entry(None, kind)).collect()))
            }
            Some(_) => refuse(Code::NotNow, "there is time left to open numbers"),
            None => refuse(Code::Stale, "the game has begun"),
        }
    }

    fn begin(&self, shuffle: &Shuffle, context: &Context<'_>) -> Result<Vec<EntryKind>, Refusal> {
        let unavailable = |reason: String| Refusal::new(Code::Unavailable, reason);
        let seed = shuffle.seed().ok_or_else(|| unavailable("the shuffle is not known".into()))?;
        let game = Game::new(self.rules.clone(), context.chance.deal(&self.rules, &seed))
            .map_err(|errors| unavailable(errors.to_string()))?;
        let record = Record::whole(&game).map_err(|error| unavailable(error.to_string()))?;
        let bots = context.chance.generator().bits();
        let mut kinds = vec![EntryKind::Began { deal: record.to_string(), salt: None, seed: bots }];
        kinds.extend(draws(game, Some(&seed), context)?);
        Ok(kinds)
    }

    /// While numbers are opened nothing changes that the game depends on.
    pub(super) fn check_shuffling(&self, command: &Command) -> Result<(), Refusal> {
        let unsettling = matches!(
            command,
            Command::Sit { .. }
                | Command::Rise { .. }
                | Command::Bot { .. }
                | Command::Free { .. }
                | Command::Settle { .. }
                | Command::Start { .. }
                | Command::Commit { .. }
                | Command::Remove { .. }
                | Command::Ban { .. }
        );
        match self.shuffle.is_some() && unsettling {
            true => refuse(Code::NotNow, "the game is being shuffled; wait a moment"),
            false => Ok(()),
        }
    }
}
