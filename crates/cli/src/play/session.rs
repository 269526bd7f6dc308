//! A game at one terminal, without the terminal: lines go in, text comes out.

use fogbound_rules::{
    Action, FugitiveView, Game, HunterView, Phase, Play, Record, RecordError, Side, Turn,
};

use super::colours::Colours;
use super::input::Question;
use super::seats::{Seats, Who};
use super::side_view::SideView;
use super::words::Words;
use super::{event_text, save};

/// A game with those who play it.
pub(crate) struct Session {
    pub(super) game: Game,
    pub(super) seats: Seats,
    pub(super) seed: u64,
    pub(super) words: Words,
    pub(super) hunters: HunterView,
    pub(super) fugitive: FugitiveView,
    /// The round in which the fugitive's curtain is lifted, where people on both sides share the
    /// screen.
    pub(super) curtain_lifted: Option<u8>,
    /// The events that were there when the screen last passed from one side to the other.
    pub(super) events_at_handover: usize,
    /// The turn whose state was printed, and whether places are taken in it.
    pub(super) printed: Option<(u8, Turn, bool)>,
    /// The number of plays when offers were printed.
    pub(super) offered: Option<usize>,
    /// What was asked last, which the next line may answer.
    pub(super) pending: Question,
}

/// What has to happen next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Next {
    /// Somebody has to type a decision.
    Person(Side),
    /// The fugitive has to lift his curtain.
    Curtain,
    /// A bot or chance has to decide.
    Advance(Turn),
    /// Nothing any more.
    Over,
}

impl Session {
    pub(crate) fn new(game: Game, seats: Seats, seed: u64, colours: Colours) -> Session {
        let words = Words::new(game.rules(), colours);
        let (hunters, fugitive) = (game.hunters_view(), game.fugitive_view());
        let events_at_handover = game.events().len();
        Session {
            game,
            seats,
            seed,
            words,
            hunters,
            fugitive,
            curtain_lifted: None,
            events_at_handover,
            printed: None,
            offered: None,
            pending: Question::Nothing,
        }
    }

    pub(crate) fn next(&self) -> Next {
        let rules = self.game.rules();
        match self.game.turn() {
            Turn::Over => Next::Over,
            Turn::Chance => Next::Advance(Turn::Chance),
            Turn::Fugitive => match self.seats.fugitive {
                Who::Bot(_) => Next::Advance(Turn::Fugitive),
                Who::Person if self.is_curtain_down() => Next::Curtain,
                Who::Person => Next::Person(Side::Fugitive),
            },
            Turn::Hunters => {
                let moves =
                    |action: &Action| matches!(action, Action::Hunt { .. } | Action::Place { .. });
                let people = self.seats.people(rules).actions(&self.hunters);
                let Some((pieces, _)) = self.seats.bot(rules) else {
                    return Next::Person(Side::Hunters);
                };
                let bot_moves = pieces.actions(&self.hunters).iter().any(moves);
                let alone = self.seats.hunters != Who::Person;
                match alone || bot_moves && !people.iter().any(moves) {
                    true => Next::Advance(Turn::Hunters),
                    false => Next::Person(Side::Hunters),
                }
            }
        }
    }

    /// The view of whoever looks at the screen.
    pub(super) fn side_view(&self) -> SideView<'_> {
        let sees_all = match self.seats.is_shared() {
            true => !self.is_curtain_down() && self.game.turn() != Turn::Hunters,
            false => self.seats.fugitive == Who::Person || self.seats.is_watched(),
        };
        match sees_all || self.game.turn() == Turn::Over {
            true => SideView::Fugitive(&self.fugitive),
            false => SideView::Hunters(&self.hunters),
        }
    }

    pub(crate) fn plays(&self) -> usize {
        self.game.plays().len()
    }

    /// The decisions of the people who are to decide.
    pub(super) fn legal(&self) -> Vec<Action> {
        match self.next() {
            Next::Person(Side::Fugitive) => self.fugitive.actions(),
            Next::Person(Side::Hunters) => {
                let mut actions = self.seats.people(self.game.rules()).actions(&self.hunters);
                actions.retain(|&action| action.side() == Side::Hunters);
                actions
            }
            _ => vec![],
        }
    }

    /// Carries out a step; what happened, as text. If the screen passes to the other side, it
    /// is cleared.
    pub(super) fn play(&mut self, play: Play) -> Result<String, String> {
        let known = self.game.events().len();
        let before = *self.game.position().public();
        self.game.play(play).map_err(|illegal| illegal.to_string())?;
        for event in &self.game.events()[known..] {
            self.hunters.apply(event.for_hunters()).map_err(|error| error.to_string())?;
            self.fugitive.apply(&event.for_fugitive()).map_err(|error| error.to_string())?;
        }
        let skipped = event_text::skipped(&self.words, self.game.rules(), &before, &self.game);
        if let Some(text) = self.drop_curtain() {
            return Ok(text + &skipped);
        }
        Ok(self.events_text(known, self.side_view()) + &skipped)
    }

    /// The whole game, with who plays it, to be written to a file.
    pub(crate) fn record(&self) -> Result<Record, RecordError> {
        save::record(&self.game, &self.seats, self.seed)
    }

    /// Whether people on both sides share the screen.
    pub(crate) fn is_shared(&self) -> bool {
        self.seats.is_shared()
    }

    /// Whether a person knows less than a file with the whole game tells.
    pub(crate) fn keeps_a_secret(&self) -> bool {
        self.seats.hunters == Who::Person && self.game.position().public().phase() != Phase::Over
    }
}
