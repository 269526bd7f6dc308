//! The game of a table: its position, what each side knows, its clocks and proofs.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use fogbound_engine::Odds;
use fogbound_rules::{
    Action, Chain, Event, FugitiveView, Game, HunterView, Library, Number, Play, Proof, PublicEvent,
    PublicKey, Record, Shuffle, Side, Turn, Variation,
};

use super::proofs::{GameProofs, Published};
use crate::Moment;
use crate::id::{Salt, TableId};
use crate::seat::GuestNumber;
use crate::shuffle::PendingShuffle;
use crate::team::TeamBoard;

/// The game of a table.
pub(crate) struct TableGame {
    pub(crate) game: Game,
    pub(crate) hunters: HunterView,
    pub(crate) fugitive: FugitiveView,
    /// What was published, and is opened at the end.
    pub(crate) proofs: GameProofs,
    /// Where the chance of the bots comes from.
    pub(crate) seed: u64,
    /// When the present decision came up.
    pub(crate) move_since: Moment,
    /// When the present turn began.
    pub(crate) turn_since: Moment,
    /// Which side wants its last move back, and who asked.
    pub(crate) undo: Option<GuestNumber>,
    /// The hunters who want to give up.
    pub(crate) yielded: Vec<GuestNumber>,
    /// Which side may have its last move back.
    pub(crate) undoable: Option<Side>,
    /// The people who played the fugitive in it, and so know more than a hunter may.
    pub(crate) fugitives: Vec<GuestNumber>,
    /// How many of its steps were played elsewhere; none if it was begun here.
    pub(crate) brought: Option<usize>,
    /// How it was played anew, if it was brought so.
    pub(crate) variations: Vec<Variation>,
    /// What the hunters have put on the board.
    pub(crate) team: TeamBoard,
    /// Who had a seat when it began, and so agreed to what holds for it.
    pub(crate) agreed: Vec<GuestNumber>,
    /// How many hints each person took.
    pub(crate) hints: BTreeMap<GuestNumber, u16>,
    /// What the hunters can conclude, worked out when somebody wants to know.
    odds: Mutex<Option<Box<Odds>>>,
}

/// How a game begins.
pub(super) enum Start {
    /// With a seal of its deal.
    Sealed(Salt),
    /// After a shuffle, as the how many-th game of a table.
    Shuffled { pending: Box<PendingShuffle>, place: (TableId, u16) },
    /// It was played elsewhere. With a number, and the key to sign with, it goes on.
    Brought { shuffle: Option<(Number, Option<PublicKey>)>, place: (TableId, u16) },
}

const NO_GAME: &str = "its game cannot be played again";

impl TableGame {
    /// A game from its deal, which names its rules: whatever the defaults of an edition are by then, it
    /// goes on as it was agreed, and is written down as it was begun.
    pub(super) fn begin(
        library: &Library,
        deal: &str,
        start: Start,
        seed: u64,
        at: Moment,
    ) -> Result<(TableGame, Option<Published>), &'static str> {
        let record = Record::parse(deal).map_err(|_| NO_GAME)?;
        let rules = record.rules_in(library).map_err(|_| NO_GAME)?;
        let game = record.replay_to_go_on(&rules).map_err(|_| NO_GAME)?;
        let brought = matches!(start, Start::Brought { .. }).then(|| game.plays().len());
        let (proofs, published) = match start {
            Start::Sealed(salt) => {
                let seal = Proof::of(&record, salt.0);
                (GameProofs::Seals(vec![seal]), Some(Published::Seal(seal)))
            }
            Start::Shuffled { pending, place: (table, number) } => {
                let PendingShuffle { shuffle, key, .. } = *pending;
                GameProofs::begin(Chain::begin(table.to_string(), number, shuffle, &record), key)?
            }
            Start::Brought { shuffle: Some((own, key)), place: (table, number) } => {
                let shuffle = Shuffle::new(own, []);
                GameProofs::begin(Chain::go_on(table.to_string(), number, shuffle, &record), key)?
            }
            Start::Brought { shuffle: None, .. } => (GameProofs::kept(&record)?, None),
        };
        let (hunters, fugitive) = (game.hunters_view(), game.fugitive_view());
        let game = TableGame {
            game,
            hunters,
            fugitive,
            proofs,
            seed,
            move_since: at,
            turn_since: at,
            undo: None,
            yielded: vec![],
            undoable: None,
            fugitives: vec![],
            brought,
            variations: record.variations().to_vec(),
            team: TeamBoard::default(),
            agreed: vec![],
            hints: BTreeMap::new(),
            odds: Mutex::new(None),
        };
        Ok((game, published))
    }

    /// Carries out a step; the events that it brought, and the proof that goes with it.
    pub(super) fn play(
        &mut self,
        play: Play,
        salt: Option<Salt>,
        at: Moment,
    ) -> Result<(Vec<Event>, Option<Published>), &'static str> {
        let before = self.turn_key();
        let known = *self.hunters.public();
        let events = self.game.play(play).map_err(|_| NO_GAME)?.to_vec();
        for event in &events {
            self.hunters.apply(event.for_hunters()).map_err(|_| NO_GAME)?;
            self.fugitive.apply(&event.for_fugitive()).map_err(|_| NO_GAME)?;
        }
        self.move_since = at;
        if self.turn_key() != before {
            self.turn_since = at;
        }
        self.undo = None;
        self.team.follow(play);
        self.undoable = match play {
            Play::Action(action) if events.iter().all(|event| is_quiet(event.for_hunters())) => {
                Some(action.side())
            }
            _ => None,
        };
        let proof = self.proofs.step(&known, play, &events, &self.game, salt)?;
        Ok((events, proof))
    }

    fn turn_key(&self) -> (Turn, u8) {
        (self.game.turn(), self.game.position().public().round())
    }

    /// The game before its last step.
    fn before(&self) -> Result<Game, &'static str> {
        let plays = self.game.plays();
        let rules = Arc::clone(self.game.rules());
        let mut game = Game::new(rules, self.game.setup().clone()).map_err(|_| NO_GAME)?;
        for play in &plays[..plays.len().saturating_sub(1)] {
            game.play(*play).map_err(|_| NO_GAME)?;
        }
        Ok(game)
    }

    /// Whether the last step brought a hunter to a station where he could have been, for all that the
    /// hunters knew.
    pub(super) fn has_searched(&self) -> Result<bool, &'static str> {
        let Some(&Play::Action(Action::Hunt { to, .. })) = self.game.plays().last() else {
            return Ok(false);
        };
        let odds = Odds::of(&self.before()?.hunters_view());
        Ok(odds.belief().possible().contains(to))
    }

    /// Takes the last step back; the proof that goes with it.
    pub(super) fn undo_last(&mut self, at: Moment) -> Result<Option<Published>, &'static str> {
        let game = self.before()?;
        let proof = self.proofs.undo(game.plays().len())?;
        self.hunters = game.hunters_view();
        self.fugitive = game.fugitive_view();
        self.game = game;
        self.move_since = at;
        self.turn_since = at;
        self.undo = None;
        self.undoable = None;
        *self.odds.get_mut().expect("nothing panics while it is held") = None;
        Ok(proof)
    }

    /// Asks something of what the hunters can conclude. It comes from their view alone.
    pub(crate) fn with_odds<T>(&self, ask: impl FnOnce(&Odds) -> T) -> T {
        let mut odds = self.odds.lock().expect("nothing panics while it is held");
        let odds = odds.get_or_insert_with(|| Box::new(Odds::of(&self.hunters)));
        odds.follow(&self.hunters);
        ask(odds)
    }
}

/// Whether an event told the other side nothing that cannot be taken back: no reveal, no crime or
/// hide-out, no answer, no draw, no end.
fn is_quiet(event: &PublicEvent) -> bool {
    match event {
        PublicEvent::Moved(moved) => moved.at.is_none() && !moved.crime && moved.ability.is_none(),
        PublicEvent::Hunted { captured, .. } => !captured,
        PublicEvent::Placed { .. }
        | PublicEvent::Started { at: None }
        | PublicEvent::Taken { .. }
        | PublicEvent::TurnEnded => true,
        PublicEvent::SetUp { .. }
        | PublicEvent::Started { .. }
        | PublicEvent::Ballooned { .. }
        | PublicEvent::TileTurned { .. }
        | PublicEvent::Opened { .. }
        | PublicEvent::Asked { .. }
        | PublicEvent::Conceded { .. }
        | PublicEvent::Ended(_) => false,
    }
}
