//! A finished game that somebody learns from: its review, and what would have been better; a moment of it to play anew; and
//! a hint in a game that goes on.

use std::sync::Arc;

use fogbound_engine::Pieces;
use fogbound_review::{Judge, Mover, Review, Settings, moments};
use fogbound_rules::{
    Action, FugitiveEvent, FugitiveView, Game, Hunter, Library, Play, Record, RecordVersion, Replay,
    Rules, Side,
};
use serde::Serialize;

use crate::MOST_NODES;
use crate::call::{Answer, Refused};

/// What thinks about a hint, if nobody says how much.
const HINT_NODES: u64 = 4000;

/// A game under review.
pub(crate) struct Lesson {
    game: Game,
    review: Review,
    settings: Settings,
}

/// What a decision in place of another would have been worth.
#[derive(Serialize)]
struct Tried {
    /// Whether it costs less than an inaccuracy.
    right: bool,
    judgement: fogbound_review::Judgement,
}

impl Lesson {
    pub(crate) fn begin(
        record: &str,
        library: &Library,
        nodes: Option<u64>,
        seed: Option<u64>,
    ) -> Result<Lesson, Refused> {
        let usual = Settings::default();
        let nodes = nodes.unwrap_or(usual.nodes).clamp(1, MOST_NODES);
        let settings = Settings { nodes, seed: seed.unwrap_or(usual.seed) };
        let game = whole_game(record, library)?;
        let review = Review::new(&game, settings).map_err(Refused::not_now)?;
        Ok(Lesson { game, review, settings })
    }

    pub(crate) fn progress(&self) -> (usize, usize) {
        self.review.progress()
    }

    pub(crate) fn step(&mut self) {
        self.review.step();
    }

    /// How many events had happened before each step of the game.
    pub(crate) fn moments(&self) -> Answer {
        Answer::json(&moments(&self.game))
    }

    pub(crate) fn report(&self) -> Answer {
        Answer::json(&self.review.report().summary(self.game.rules().hunters()))
    }

    /// The decision that is step `play` of the game, and the game before it.
    fn decision(&self, play: usize) -> Result<(Game, Action), Refused> {
        match self.game.plays().get(play) {
            Some(&Play::Action(action)) => Ok((beginning(&self.game, play), action)),
            _ => Err(Refused::bad("nobody decides anything in that step of the game")),
        }
    }

    pub(crate) fn choices(&self, play: usize) -> Result<Answer, Refused> {
        let (game, played) = self.decision(play)?;
        Ok(Answer::json(&choices(&game, played)))
    }

    pub(crate) fn try_instead(&self, play: usize, action: Action) -> Result<Answer, Refused> {
        let (game, played) = self.decision(play)?;
        if !choices(&game, played).contains(&action) {
            return Err(Refused::bad("that cannot be decided there"));
        }
        let (his, theirs) = (game.fugitive_view(), game.hunters_view());
        let mover = match played.side() {
            Side::Fugitive => Mover::Fugitive(&his),
            Side::Hunters => Mover::Hunters(&theirs),
        };
        let (judgement, _) = Judge::new(game.rules(), self.settings).judge(mover, action);
        let right = judgement.class < fogbound_review::Class::Inaccuracy;
        Ok(Answer::json(&Tried { right, judgement }))
    }
}

/// What could be decided in place of a decision: by the same piece, if it moves one. That may name no station, such as a question.
fn choices(game: &Game, played: Action) -> Vec<Action> {
    match (played, played.side()) {
        (Action::Hunt { hunter, .. } | Action::Place { hunter, .. }, _) => {
            Pieces::from_iter([hunter]).actions(&game.hunters_view())
        }
        (_, Side::Hunters) => game.hunters_view().actions(),
        (_, Side::Fugitive) => game.fugitive_view().actions(),
    }
}

/// The last game of a text of records.
fn last_record(text: &str) -> Result<Record, Refused> {
    let last = Record::parse_any(text).map_err(Refused::bad)?.pop();
    last.ok_or_else(|| Refused::bad("there is no record in it"))
}

fn whole_game(text: &str, library: &Library) -> Result<Game, Refused> {
    let record = last_record(text)?;
    let rules = record.rules_in(library).map_err(Refused::bad)?;
    match record.replay_as_told(&rules).map_err(Refused::bad)? {
        Replay::Whole(game) => Ok(*game),
        Replay::Public(_) => {
            Err(Refused::not_now("the game is not over: only finished games are reviewed"))
        }
    }
}

/// The first steps of a game.
fn beginning(game: &Game, plays: usize) -> Game {
    let rules = Arc::clone(game.rules());
    let mut begun = Game::new(rules, game.setup().clone()).expect("it was begun so");
    for &play in &game.plays()[..plays] {
        begun.play(play).expect("it was played so");
    }
    begun
}

/// A finished game up to a step, as a whole record that can be gone on with.
pub(crate) fn branch(text: &str, library: &Library, play: usize) -> Result<Answer, Refused> {
    let game = whole_game(text, library)?;
    if game.outcome().is_none() {
        return Err(Refused::not_now("the game is not over: only finished games are tried again"));
    }
    if play >= game.plays().len() {
        return Err(Refused::bad("the game has no such step"));
    }
    let branch = as_today(&game, play)?;
    Ok(Answer::text(Record::whole(&branch).map_err(Refused::bad)?.to_string()))
}

/// The first steps of a game as games are played and written down today, also if it began long ago.
fn as_today(game: &Game, plays: usize) -> Result<Game, Refused> {
    let rules = Arc::new((**game.rules()).clone().written_in(RecordVersion::NEWEST));
    let mut again = Game::new(rules, game.setup().clone()).map_err(Refused::bad)?;
    for &play in &game.plays()[..plays] {
        again.play(play).map_err(Refused::bad)?;
    }
    Ok(again)
}

/// A record with another course of its game.
pub(crate) fn combine(text: &str, branch: &str, library: &Library) -> Result<Answer, Refused> {
    let mut record = last_record(text)?;
    let (mut game, branch) = (whole_game(text, library)?, whole_game(branch, library)?);
    if game.outcome().is_none() || branch.outcome().is_none() {
        return Err(Refused::not_now("only games that are over stand beside each other"));
    }
    if record.version() < RecordVersion::NEWEST {
        // Records of older versions have no variations: it is written down anew, without its seals.
        game = as_today(&game, game.plays().len())?;
        let mut anew = Record::whole(&game).map_err(Refused::bad)?;
        for (name, value) in record.tags() {
            if anew.tag(name).is_none() {
                anew.set_tag(name, value);
            }
        }
        record = anew;
    }
    record.add_variation(&game, &branch).map_err(Refused::bad)?;
    Ok(Answer::text(record.to_string()))
}

/// What could be decided now, from what one side knows.
pub(crate) fn hint(
    text: &str,
    library: &Library,
    events: Option<&str>,
    pieces: &[Hunter],
    nodes: Option<u64>,
) -> Result<Answer, Refused> {
    let record = last_record(text)?;
    let rules = record.rules_in(library).map_err(Refused::bad)?;
    let settings = Settings { nodes: nodes.unwrap_or(HINT_NODES).clamp(1, MOST_NODES), seed: 1 };
    let mut judge = Judge::new(&rules, settings);
    let hint = match events {
        Some(events) => judge.hint(Mover::Fugitive(&own_view(&rules, events)?), Pieces::ALL),
        None => {
            let view = record.replay_as_told(&rules).map_err(Refused::bad)?.hunters_view();
            let pieces = match pieces {
                [] => Pieces::ALL,
                some => Pieces::from_iter(some.iter().copied()),
            };
            judge.hint(Mover::Hunters(&view), pieces)
        }
    };
    hint.map(|hint| Answer::json(&hint)).ok_or_else(|| Refused::not_now("there is nothing to decide"))
}

fn own_view(rules: &Arc<Rules>, events: &str) -> Result<FugitiveView, Refused> {
    let events: Vec<FugitiveEvent> = serde_json::from_str(events).map_err(Refused::bad)?;
    FugitiveView::fold(rules, events).map_err(Refused::bad)
}
