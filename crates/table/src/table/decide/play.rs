//! The game: its beginning, moves, giving up, moves that are taken back, the next one.

use fogbound_engine::Pieces;
use fogbound_rules::{Action, Game, Hunter, Play, Seed, Side, Sides, Turn};

use super::Context;
use crate::entry::{Cause, EntryKind};
use crate::id::Salt;
use crate::refusal::{Code, Refusal, refuse};
use crate::seat::{GuestNumber, Level, Occupant, Seat};
use crate::table::TableGame;
use crate::{Stage, Table};

impl Table {
    fn game(&self) -> Result<&TableGame, Refusal> {
        self.game.as_ref().ok_or_else(|| Refusal::new(Code::NotNow, "the game has not begun"))
    }

    pub(super) fn start(
        &self,
        guest: GuestNumber,
        fill: Option<Level>,
        context: &Context<'_>,
    ) -> Result<Vec<EntryKind>, Refusal> {
        self.lobby_only()?;
        self.hosting(guest, context.now)?;
        self.check_agreed(guest)?;
        let mut kinds = vec![];
        for seat in Seat::all(&self.rules).filter(|&seat| self.occupant(seat) == Occupant::Open) {
            match fill {
                Some(level) => kinds.push(EntryKind::BotSat { seat, level }),
                None => return refuse(Code::NotNow, "a seat is open: wait, or put a bot there"),
            }
        }
        kinds.extend(self.shuffle(context)?);
        Ok(kinds)
    }

    /// Where hints may be taken and several people play, all of them say first that they are ready; who starts the game
    /// says so by that.
    fn check_agreed(&self, guest: GuestNumber) -> Result<(), Refusal> {
        let seated = self.seated();
        if !self.settings.hints || seated.len() < 2 {
            return Ok(());
        }
        let agrees =
            |&other: &GuestNumber| other == guest || self.guest(other).is_some_and(|other| other.ready);
        match seated.iter().all(agrees) {
            true => Ok(()),
            false => refuse(
                Code::NotAgreed,
                "hints may be taken at this table: all who play have to say first that they are ready",
            ),
        }
    }

    pub(super) fn act(
        &self,
        guest: GuestNumber,
        action: Action,
        context: &Context<'_>,
    ) -> Result<Vec<EntryKind>, Refusal> {
        self.playing()?;
        if matches!(action, Action::Concede { .. }) {
            return refuse(Code::BadMessage, "to give up, send 'yield'");
        }
        self.may_act(guest, action)?;
        self.play(action, Cause::Person, context)
    }

    /// The hunters that a guest may move.
    pub(crate) fn pieces(&self, guest: GuestNumber) -> Pieces {
        self.rules.hunters().filter(|&hunter| self.may_move(guest, hunter)).collect()
    }

    /// Whether a guest may move a hunter: the own ones, and bobbies and shared teams with others.
    pub(crate) fn may_move(&self, guest: GuestNumber, hunter: Hunter) -> bool {
        let shared = hunter.is_bobby() || self.rules.is_pooled();
        let of_seat = |seat: Seat| match seat.hunter() {
            Some(own) => shared || own == hunter,
            None => false,
        };
        Seat::all(&self.rules).any(|seat| of_seat(seat) && self.is_at_work(guest, seat))
    }

    /// Whether a guest plays on a seat, and no bot in the guest's place.
    fn is_at_work(&self, guest: GuestNumber, seat: Seat) -> bool {
        self.occupant(seat) == Occupant::Guest { guest }
    }

    fn may_act(&self, guest: GuestNumber, action: Action) -> Result<(), Refusal> {
        let pieces = self.pieces(guest);
        let may = match action.side() {
            Side::Fugitive => self.is_at_work(guest, Seat::FUGITIVE),
            Side::Hunters => !pieces.is_empty() && pieces.may(&self.rules, action),
        };
        match may {
            true => Ok(()),
            false => refuse(Code::NotYours, "that is not yours to decide"),
        }
    }

    pub(super) fn play(
        &self,
        action: Action,
        cause: Cause,
        context: &Context<'_>,
    ) -> Result<Vec<EntryKind>, Refusal> {
        let game = self.game()?;
        let mut after = game.game.clone();
        after.act(action.side(), action)?;
        let salt = game.proofs.is_salted(action.side()).then(|| Salt::new(context.chance));
        let mut kinds = vec![EntryKind::Played { play: action.into(), cause, salt }];
        kinds.extend(draws(after, game.proofs.seed(), context)?);
        Ok(kinds)
    }

    pub(super) fn give_up(
        &self,
        guest: GuestNumber,
        context: &Context<'_>,
    ) -> Result<Vec<EntryKind>, Refusal> {
        self.playing()?;
        let game = self.game()?;
        let concede = |side| self.play(Action::Concede { side }, Cause::Person, context);
        // Who plays both sides gives up for the one whose turn it is.
        let fugitive = self.sits_on(guest, Side::Fugitive);
        let hunters = self.sits_on(guest, Side::Hunters);
        if fugitive && (!hunters || game.game.turn() == Turn::Fugitive) {
            return concede(Side::Fugitive);
        }
        if !hunters {
            return refuse(Code::NotYours, "only those who play may give up");
        }
        let others = self.people(Side::Hunters);
        if others.iter().all(|other| *other == guest || game.yielded.contains(other)) {
            return concede(Side::Hunters);
        }
        match game.yielded.contains(&guest) {
            true => refuse(Code::NotNow, "the other hunters have not agreed yet"),
            false => Ok(vec![EntryKind::Yielded]),
        }
    }

    pub(super) fn ask_undo(&self, guest: GuestNumber) -> Result<Vec<EntryKind>, Refusal> {
        self.playing()?;
        let game = self.game()?;
        let Some(side) = game.undoable else {
            return refuse(
                Code::NotNow,
                "the last move cannot be taken back: something was shown, answered or drawn",
            );
        };
        if !self.sits_on(guest, side) {
            return refuse(Code::NotYours, "the last move was not your side's");
        }
        if game.undo.is_some() {
            return refuse(Code::NotNow, "the other side has been asked already");
        }
        let others = self.people(side.other());
        if !others.iter().all(|other| *other == guest) {
            return Ok(vec![EntryKind::UndoAsked]);
        }
        // A person may weigh what a hunter learned by not finding him; a bot does not give it away.
        let searched = || game.has_searched().map_err(|reason| Refusal::new(Code::Unavailable, reason));
        if side == Side::Hunters && others.is_empty() && searched()? {
            return refuse(Code::NotNow, "he could have been there: now it is known that he was not");
        }
        Ok(vec![EntryKind::Undone])
    }

    pub(super) fn answer_undo(
        &self,
        guest: GuestNumber,
        agree: bool,
    ) -> Result<Vec<EntryKind>, Refusal> {
        self.playing()?;
        let asked = self.game.as_ref().and_then(|game| game.undo.and(game.undoable));
        let Some(side) = asked else { return refuse(Code::NotNow, "nobody wants a move back") };
        if !self.sits_on(guest, side.other()) {
            return refuse(Code::NotYours, "the other side has to answer");
        }
        Ok(vec![if agree { EntryKind::Undone } else { EntryKind::UndoRefused }])
    }

    pub(super) fn prepare_rematch(
        &self,
        guest: GuestNumber,
        sides: Sides,
    ) -> Result<Vec<EntryKind>, Refusal> {
        if !matches!(self.stage, Stage::Over | Stage::Abandoned) {
            return refuse(Code::NotNow, "the game is not over");
        }
        if guest != self.host() && !self.is_seated(guest) {
            return refuse(Code::NotYours, "only those who played may ask for a rematch");
        }
        Ok(vec![EntryKind::Rematched { sides }])
    }
}

/// Draws follow at once on what calls for them.
pub(crate) fn draws(
    mut game: Game,
    seed: Option<&Seed>,
    context: &Context<'_>,
) -> Result<Vec<EntryKind>, Refusal> {
    let mut kinds = vec![];
    while game.turn() == Turn::Chance {
        let before = game.plays().iter().filter(|play| matches!(play, Play::Draw(_))).count();
        let draw = context.chance.draw(&game.position().draws(game.rules()), seed, before);
        game.play(draw.into())?;
        kinds.push(EntryKind::Played { play: Play::Draw(draw), cause: Cause::Chance, salt: None });
    }
    Ok(kinds)
}
