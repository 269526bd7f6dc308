//! A game: a position with its history.

use std::fmt;
use std::sync::Arc;

use crate::{
    Action, Ending, Event, FugitiveView, HunterView, Illegal, Outcome, Play, Position, PublicEvent,
    Rules, Setup, SetupErrors, Side, Station, Turn,
};

/// A game from its set-up on: the position, every step that led to it, and every event. It has no
/// serial form: what leaves the process is a view, an event for its audience, or a record.
///
/// ```
/// use std::sync::Arc;
/// use fogbound_rules::{Action, Game, Rules, Setup};
/// let rules = Arc::new(Rules::builtin("modern", &[], 4).unwrap());
/// let mut game = Game::new(rules.clone(), Setup::deal(&rules, |_| 0)).unwrap();
/// let action = game.position().actions(&rules)[0];
/// game.play(action.into()).unwrap();
/// assert_eq!(game.hunters_view().log().len(), 1);
/// ```
#[derive(Clone)]
pub struct Game {
    rules: Arc<Rules>,
    setup: Setup,
    position: Position,
    plays: Vec<Play>,
    events: Vec<Event>,
    start: Option<Station>,
    route: Vec<Station>,
}

/// Without the secret: what is printed may end in a log.
impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Game").field("public", &self.position.public).finish_non_exhaustive()
    }
}

impl Game {
    /// Begins a game. Every reason for a refusal of the set-up is given at once.
    pub fn new(rules: Arc<Rules>, setup: Setup) -> Result<Game, SetupErrors> {
        let mut position = Position::before_turn_begins(&rules, &setup)?;
        let events = vec![Event::set_up(&rules, &position)];
        let before = position;
        position.begin_turn_if_his(&rules);
        let start = position.fugitive();
        let mut game = Game { rules, setup, position, plays: vec![], events, start, route: vec![] };
        game.announce(&before);
        Ok(game)
    }

    /// Carries out a step and gives the events that it brought. If it is not legal, the game
    /// stays as it was.
    pub fn play(&mut self, play: Play) -> Result<&[Event], Illegal> {
        let before = self.position;
        self.position.play(&self.rules, play)?;
        let known = self.events.len();
        self.events.push(Event::of_play(&self.rules, &before, play));
        self.plays.push(play);
        if before.public.filled < self.position.public.filled {
            self.route.extend(self.position.fugitive());
        } else if before.fugitive().is_none() {
            self.start = self.position.fugitive();
        }
        self.announce(&before);
        Ok(&self.events[known..])
    }

    /// The same for a decision that came from one side. A decision of the other side is refused
    /// before anything is looked at, so that a refusal tells a side only what it may know.
    pub fn act(&mut self, side: Side, action: Action) -> Result<&[Event], Illegal> {
        if action.side() != side {
            return Err(Illegal::NotTheirs(side));
        }
        self.play(action.into())
    }

    /// What follows by itself: covered slots are opened, the game is over.
    fn announce(&mut self, before: &Position) {
        let public = &self.position.public;
        // His own move may end the hunters' turn as well, if none of them can move.
        let covered = match self.events.last().map(Event::for_hunters) {
            Some(PublicEvent::Moved(moved)) => before.public.covered_by(&self.rules, moved),
            _ => before.public.covered,
        };
        if covered != 0 && public.covered == 0 {
            let [at, earlier] = [self.position.secret.at, self.position.secret.before[0]];
            let slots = [(1, public.filled.wrapping_sub(1), earlier), (0, public.filled, at)];
            for (bit, slot, byte) in slots {
                if let Some(at) = Station::new(byte).filter(|_| covered >> bit & 1 != 0) {
                    self.events.push(Event::opened(slot, at));
                }
            }
        }
        if before.outcome().is_none()
            && let Some(outcome) = self.outcome()
        {
            self.events.push(Event::ended(self.ending(outcome)));
        }
    }

    fn ending(&self, outcome: Outcome) -> Ending {
        Ending {
            outcome,
            score: self.position.score(&self.rules),
            start: self.start,
            route: self.route.clone(),
            tile: self.position.secret.tile(&self.rules),
            crimes: self.position.secret.crimes().collect(),
        }
    }

    /// The rules of this game.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// How it began.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Where it stands.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Every step so far.
    pub fn plays(&self) -> &[Play] {
        &self.plays
    }

    /// Every event so far.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Where the fugitive started, once he has.
    pub fn start(&self) -> Option<Station> {
        self.start
    }

    /// Where the hunters started, as they were dealt or have chosen.
    pub fn hunter_starts(&self) -> impl Iterator<Item = Station> {
        let dealt = self.setup.state.hunters.iter().filter_map(|hunter| hunter.station);
        let chosen = self.plays.iter().filter_map(|play| match play {
            Play::Action(Action::Place { at, .. }) => Some(*at),
            _ => None,
        });
        dealt.chain(chosen)
    }

    /// How many lines were between the fugitive and the nearest hunter when they started.
    pub fn nearest_start(&self) -> Option<u8> {
        let his = self.start?;
        self.hunter_starts().map(|from| self.rules.board().distance(from, his)).min()
    }

    /// The station of each slot of the log.
    pub fn route(&self) -> &[Station] {
        &self.route
    }

    /// Who decides next.
    pub fn turn(&self) -> Turn {
        self.position.turn()
    }

    /// How it ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    /// What the hunters know, which is also what spectators know.
    pub fn hunters_view(&self) -> HunterView {
        let events = self.events.iter().map(Event::for_hunters);
        HunterView::fold(&self.rules, events).expect("a game's own events follow one another")
    }

    /// What the fugitive's player knows.
    pub fn fugitive_view(&self) -> FugitiveView {
        let events = self.events.iter().map(Event::for_fugitive);
        FugitiveView::fold(&self.rules, events).expect("a game's own events follow one another")
    }
}
