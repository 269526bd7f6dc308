//! Puzzles from games between our bots.

use std::sync::Arc;
use std::time::Duration;

use fogbound_engine::{Belief, BotFailure, BotSpec, FugitiveBot, HunterBot, Pieces, Thinking};
use fogbound_rules::{
    FugitiveView, Game, Hunter, HunterView, Phase, Position, Public, Rng, Rules, Setup, Station,
    StationSet, Ticket, Turn,
};

use crate::hunt::{Limit, Node};
use crate::net::Net;
use crate::puzzle::{Answer, Kind, Puzzle, PuzzleError};
use crate::rating::Rating;
use crate::slip::Course;
use crate::solvers::first_look;
use crate::theme::moves_hidden;

/// What to make puzzles from.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// What is asked.
    pub kind: Kind,
    /// By which rules the games are played.
    pub rules: Arc<Rules>,
    /// Who plays the fugitive; nodes are counted, so the same seed gives the same games.
    pub fugitive: BotSpec,
    /// Who plays the hunters.
    pub hunters: BotSpec,
    /// Where all chance comes from.
    pub seed: u64,
    /// The highest level of the solvers that try the puzzle for its first rating.
    pub levels: u8,
    /// For how many turns of the hunters, if that matters.
    pub turns: Option<u8>,
}

/// How much search a puzzle may need: a browser checks it while somebody waits.
const MOST: Limit = Limit::new(30_000);

/// A *Where is he?* has at most so many stations.
const MOST_STATIONS: usize = 8;

/// Of so many ends of the first turn at most one is right, in a *Close the net* of two turns.
const RARITY: usize = 10;

/// In a *Slip away* his turn can end at so many stations at least.
const LEAST_ENDS: usize = 5;

/// Of so many puzzles at most one asks for a ticket.
const TICKETS: usize = 4;

/// Makes puzzles, game after game.
pub struct Maker {
    recipe: Recipe,
    game: u64,
    made: Vec<Puzzle>,
}

impl Maker {
    /// Nothing is made yet. What is like one of `known` is not made.
    pub fn new(recipe: Recipe, known: Vec<Puzzle>) -> Maker {
        Maker { recipe, game: 0, made: known }
    }

    /// How many games were played.
    pub fn games(&self) -> u64 {
        self.game
    }

    /// Plays the next game and gives the best puzzle of it, if there is one that is like no other.
    pub fn next_game(&mut self) -> Result<Option<Puzzle>, BotFailure> {
        self.game += 1;
        let mut rng = Rng::for_game(self.recipe.seed, self.game);
        let mut found = self.candidates(&mut rng)?;
        found.retain(|puzzle| self.recipe.turns.is_none_or(|turns| turns == puzzle.turns()));
        // Two turns are better than one; else any will do.
        let hardest = found.iter().map(Puzzle::turns).max().unwrap_or(0);
        found.retain(|puzzle| puzzle.turns() == hardest);
        while !found.is_empty() {
            let puzzle = found.swap_remove(rng.below(found.len()));
            if self.made.iter().any(|other| other.is_like(&puzzle))
                || self.asks_for_too_many_tickets(&puzzle)
            {
                continue;
            }
            let Ok(tries) = puzzle.first_tries(self.recipe.levels) else { continue };
            // What everybody solves is no puzzle.
            if tries.iter().flatten().all(|&(_, solved)| solved) {
                continue;
            }
            let puzzle = puzzle.rated(Rating::first(tries));
            self.made.push(puzzle.clone());
            return Ok(Some(puzzle));
        }
        Ok(None)
    }

    /// Whether one more question for a ticket would be too many: those are easy to guess, so at most every
    /// fourth puzzle is one.
    fn asks_for_too_many_tickets(&self, puzzle: &Puzzle) -> bool {
        let for_ticket = |puzzle: &Puzzle| matches!(puzzle.answer(), Answer::Black | Answer::Double);
        let so_far = self.made.iter().filter(|other| for_ticket(other)).count();
        for_ticket(puzzle) && (so_far + 1) * TICKETS > self.made.len() + 1
    }

    /// Plays a game and asks at every turn.
    fn candidates(&self, rng: &mut Rng) -> Result<Vec<Puzzle>, BotFailure> {
        let Recipe { kind, rules, fugitive, hunters, turns, .. } = &self.recipe;
        let cannot = |spec: &BotSpec, side| BotFailure(format!("'{spec}' does not play the {side}"));
        let setup = Setup::deal(rules, |n| rng.below(n));
        let mut game =
            Game::new(Arc::clone(rules), setup).map_err(|error| BotFailure(error.to_string()))?;
        let mut players = Players {
            his: game.fugitive_view(),
            theirs: game.hunters_view(),
            fugitive: fugitive.fugitive(rng.bits()).ok_or_else(|| cannot(fugitive, "fugitive"))?,
            hunters: hunters.hunters(rng.bits()).ok_or_else(|| cannot(hunters, "hunters"))?,
            specs: [*fugitive, *hunters],
        };
        let mut found = Vec::new();
        let mut asked = None;
        while game.turn() != Turn::Over {
            let public = game.position().public();
            let moment = (public.phase(), public.round());
            if asked != Some(moment) {
                asked = Some(moment);
                found.extend(match (kind, public.phase()) {
                    (Kind::Where, Phase::Hunters) => where_is_he(&game, &players.theirs),
                    (Kind::Close, Phase::Hunters) if !rules.has_case() => {
                        close_the_net(&game, &players.theirs, *turns)
                    }
                    (Kind::Slip, Phase::Fugitive) => slip_away(&game),
                    _ => None,
                });
            }
            players.play(&mut game, rng)?;
        }
        Ok(found)
    }
}

/// Two bots with what they see.
struct Players {
    his: FugitiveView,
    theirs: HunterView,
    fugitive: Box<dyn FugitiveBot>,
    hunters: Box<dyn HunterBot>,
    specs: [BotSpec; 2],
}

impl Players {
    fn play(&mut self, game: &mut Game, rng: &mut Rng) -> Result<(), BotFailure> {
        let clock = || Duration::ZERO;
        let play = match game.turn() {
            Turn::Chance => {
                let draws = game.position().draws(game.rules());
                draws[rng.below(draws.len())].into()
            }
            Turn::Hunters => {
                let mut thinking = Thinking::new(self.specs[1].budget(), &clock);
                self.hunters.choose(&self.theirs, Pieces::ALL, &mut thinking)?.into()
            }
            Turn::Fugitive | Turn::Over => {
                let mut thinking = Thinking::new(self.specs[0].budget(), &clock);
                self.fugitive.choose(&self.his, &mut thinking)?.into()
            }
        };
        for event in game.play(play).map_err(|illegal| BotFailure(illegal.to_string()))? {
            let known = "a game's own events follow one another";
            self.his.apply(&event.for_fugitive()).expect(known);
            self.theirs.apply(event.for_hunters()).expect(known);
        }
        Ok(())
    }
}

/// Hidden for two moves at least, few stations, and not what a first look gives.
fn where_is_he(game: &Game, view: &HunterView) -> Option<Puzzle> {
    if moves_hidden(view) < 2 {
        return None;
    }
    let possible = Belief::of(view).possible();
    if possible.len() > MOST_STATIONS || first_look(view) == possible {
        return None;
    }
    Puzzle::of(game, Kind::Where, 0, MOST).ok()
}

fn close_the_net(game: &Game, view: &HunterView, turns: Option<u8>) -> Option<Puzzle> {
    let rules = game.rules();
    let possible = Belief::of(view).possible();
    let public = view.public();
    if possible.len() > rules.hunters().count() + 1 || !is_near(rules, public, &possible) {
        return None;
    }
    match Puzzle::of(game, Kind::Close, 1, MOST) {
        Ok(puzzle) => return Some(puzzle).filter(|_| is_matching(rules, public, &possible)),
        Err(PuzzleError::Escapes) if turns != Some(1) => {}
        Err(_) => return None,
    }
    let puzzle = Puzzle::of(game, Kind::Close, 2, MOST).ok()?;
    let node = Node::of(rules, public, possible)?;
    let ways = Net::new(rules, MOST).ways(&node, 2).ok()?;
    (ways.right * RARITY <= ways.all).then_some(puzzle)
}

/// Whether some hunter can be at each station that he can reach, in two turns: otherwise no net closes.
fn is_near(rules: &Rules, public: &Public, possible: &StationSet) -> bool {
    let fares = [None, Some(Ticket::Taxi), Some(Ticket::Bus), Some(Ticket::Underground)];
    let pays = rules.destinations(None, possible.iter().next().unwrap_or(FIRST)).is_empty();
    let fares = fares.into_iter().filter(|fare| fare.is_some() || !pays);
    let lead = |all: StationSet, fare| {
        possible.iter().fold(all, |all, from| all.union(rules.destinations(fare, from)))
    };
    let ends = fares.fold(StationSet::EMPTY, lead);
    let hunters: Vec<Station> =
        rules.hunters().filter_map(|hunter: Hunter| public.station(hunter)).collect();
    ends.iter().all(|to| hunters.iter().any(|&at| rules.board().distance(at, to) <= 2))
}

const FIRST: Station = match Station::new(1) {
    Some(station) => station,
    None => unreachable!(),
};

/// Whether a net of one turn is a puzzle: two stations or more, few ways to share them out, and pieces
/// that could go wrong.
fn is_matching(rules: &Rules, public: &Public, possible: &StationSet) -> bool {
    if possible.len() < 2 {
        return false;
    }
    let enters = |hunter: Hunter, to: Station| {
        let Some(at) = public.station(hunter) else { return false };
        let rides = public.hunter_rides(rules, hunter);
        let mut links = rules.board().links(at).iter();
        links.any(|link| link.to == to && !link.by.intersection(rides).is_empty())
    };
    let hunters: Vec<Hunter> = rules.hunters().collect();
    let stations: Vec<Station> = possible.iter().collect();
    let chances = hunters.iter().flat_map(|&hunter| stations.iter().map(move |&at| (hunter, at)));
    let chances = chances.filter(|&(hunter, at)| enters(hunter, at)).count();
    fn shares(
        hunters: &[Hunter],
        stations: &[Station],
        used: u8,
        enters: &impl Fn(Hunter, Station) -> bool,
    ) -> usize {
        let Some((&at, rest)) = stations.split_first() else { return 1 };
        let free =
            hunters.iter().filter(|hunter| used >> hunter.place() & 1 == 0 && enters(**hunter, at));
        free.map(|hunter| shares(hunters, rest, used | 1 << hunter.place(), enters)).sum()
    }
    chances > stations.len() && shares(&hunters, &stations, 0, &enters) <= 2
}

/// The one end, or ticket, among five ends or more.
fn slip_away(game: &Game) -> Option<Puzzle> {
    if !is_threatened(game.rules(), game.position()) {
        return None;
    }
    let worth = |puzzle: &Puzzle| {
        let courses: Vec<Course> = puzzle.courses(MOST).unwrap_or_default();
        let ends: StationSet = courses.iter().filter_map(|course| course.end).collect();
        ends.len() >= LEAST_ENDS
    };
    match Puzzle::of(game, Kind::Slip, 1, MOST) {
        Ok(puzzle) => Some(puzzle).filter(worth),
        Err(PuzzleError::Several(_)) => Puzzle::of(game, Kind::Slip, 2, MOST).ok().filter(worth),
        Err(_) => None,
    }
}

/// Whether hunters can enter most of the stations that he can go to in one move.
fn is_threatened(rules: &Rules, position: &Position) -> bool {
    let threatened = position.public().threatened(rules);
    let mut ends = StationSet::EMPTY;
    position.for_each_action(rules, |action| {
        if let fogbound_rules::Action::Move(m) = action {
            ends.insert(m.to);
        }
    });
    ends.intersection(&threatened).len() * 2 >= ends.len()
}
