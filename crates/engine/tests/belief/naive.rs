//! The belief a third time, without a single thought: every whole secret, hands of crime tiles
//! included, and every way to play it, each a game of its own from the beginning. Two of them are
//! never taken for one. What does not bring the very events of the public history is thrown away.
//!
//! Only short games on small boards can be treated like that. It is what the reference is held to.

use std::sync::Arc;

use fogbound_rules::edition::Start;
use fogbound_rules::{
    Action, Draw, Event, Game, Leg, Play, PublicEvent, Rules, SecretSetup, Setup, State, Station,
    StationSet, Turn,
};

/// Every game that looks like the public one.
pub struct Naive {
    games: Vec<Game>,
}

impl Naive {
    pub fn new(rules: &Arc<Rules>, state: &State) -> Naive {
        let setups = secrets(rules).into_iter().map(|secret| Setup { state: state.clone(), secret });
        // Where a hunter stands he cannot have started: such a set-up is refused.
        let games = setups.filter_map(|setup| Game::new(Arc::clone(rules), setup).ok());
        Naive { games: games.filter(|game| game.outcome().is_none()).collect() }
    }

    pub fn count(&self) -> usize {
        self.games.len()
    }

    /// Takes in one step: what was done, and what followed from it by itself.
    pub fn step(&mut self, events: &[PublicEvent]) {
        let mut next = Vec::new();
        for game in &self.games {
            for play in plays(game, &events[0]) {
                let mut game = game.clone();
                let known = game.events().len();
                let played = game.play(play).is_ok();
                if played && game.events()[known..].iter().map(Event::for_hunters).eq(events) {
                    next.push(game);
                }
            }
        }
        self.games = next;
    }

    /// Where he can have been after a slot; slot 0 is the start.
    pub fn slot(&self, slot: usize) -> StationSet {
        let station = |game: &Game| match slot.checked_sub(1) {
            Some(index) => game.route().get(index).copied(),
            None => game.start(),
        };
        self.games.iter().filter_map(station).collect()
    }

    /// Every way that he can have gone, the start first.
    pub fn paths(&self) -> impl Iterator<Item = Vec<Station>> {
        self.games.iter().map(|game| game.start().into_iter().chain(game.route().to_vec()).collect())
    }
}

/// What may have been played: the step of the event if it is open to all, or anything that the
/// fugitive could decide.
fn plays(game: &Game, event: &PublicEvent) -> Vec<Play> {
    let action = match *event {
        PublicEvent::Placed { hunter, at } => Action::Place { hunter, at },
        PublicEvent::Hunted { hunter, ticket, to, .. } => Action::Hunt { hunter, ticket, to },
        PublicEvent::Asked { token, .. } => Action::Token(token),
        PublicEvent::TurnEnded => Action::EndTurn,
        PublicEvent::Taken { from, ticket } => Action::Take { from, ticket },
        PublicEvent::Ballooned { leg } => Action::Balloon { double: leg == Leg::First },
        PublicEvent::TileTurned { first, .. } => return vec![Draw::Tile { first }.into()],
        PublicEvent::Started { at: Some(at) } => return vec![Draw::Ticket { at }.into()],
        _ => {
            assert_eq!(game.turn(), Turn::Fugitive);
            return game.position().actions(game.rules()).into_iter().map(Play::from).collect();
        }
    };
    vec![action.into()]
}

/// Every secret that the cards allow.
fn secrets(rules: &Rules) -> Vec<SecretSetup> {
    let cards = rules.board().cards();
    let at = |at: &Station| SecretSetup { at: Some(*at), ..SecretSetup::default() };
    match &rules.edition().start {
        Start::Pile => cards.common.iter().map(at).collect(),
        Start::Cards => cards.fugitive.iter().map(at).collect(),
        Start::Chosen { fugitive, .. } => vec![at(fugitive)],
        Start::Placed => vec![SecretSetup::default()],
        Start::Tiles { either } => {
            let case = rules.edition().case.as_ref();
            let hands = hands(&cards.crimes, case.map_or(0, |case| usize::from(case.crimes)));
            let with_hand = |&tile: &(Station, Station)| {
                hands.iter().map(move |hand| SecretSetup {
                    at: (!either).then_some(tile.0),
                    before: [None; 2],
                    tile: case.map(|_| tile),
                    crimes: hand.iter().map(|&scene| (scene, false)).collect(),
                })
            };
            cards.tiles.iter().flat_map(with_hand).collect()
        }
    }
}

/// Every hand of so many tiles.
fn hands(tiles: &[Station], count: usize) -> Vec<Vec<Station>> {
    let Some((first, rest)) = tiles.split_first() else {
        return if count == 0 { vec![vec![]] } else { vec![] };
    };
    let mut with = if count == 0 { vec![] } else { hands(rest, count - 1) };
    with.iter_mut().for_each(|hand| hand.push(*first));
    with.into_iter().chain(hands(rest, count)).collect()
}
