//! A bot of our own that thinks on several cores: searches that begin alike go on side by side, each with chance of its
//! own, and what they found is put together at their roots.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use fogbound_engine::bots::{MctsBot, Plan};
use fogbound_engine::{BotFailure, BotSpec, Budget, FugitiveBot, HunterBot, Pieces, Root, Thinking};
use fogbound_rules::{Action, FugitiveView, HunterView, Rules, Side};

/// The bot for the fugitive's side, on so many cores; none if it does not play that side. Bots whose searches cannot be
/// put together think on one.
pub(crate) fn fugitive_on(
    cores: NonZeroUsize,
    spec: BotSpec,
    seed: u64,
) -> Option<Box<dyn FugitiveBot>> {
    match ManyCores::new(cores, spec, Side::Fugitive, seed) {
        Some(bot) => Some(Box::new(bot)),
        None => spec.fugitive(seed),
    }
}

/// The same for the hunters' side.
pub(crate) fn hunters_on(cores: NonZeroUsize, spec: BotSpec, seed: u64) -> Option<Box<dyn HunterBot>> {
    match ManyCores::new(cores, spec, Side::Hunters, seed) {
        Some(bot) => Some(Box::new(bot)),
        None => spec.hunters(seed),
    }
}

/// The same bot several times, each on a core of its own. A budget of nodes is shared out evenly, so that the decision
/// is the same every time; one of time is given to each.
struct ManyCores {
    first: MctsBot,
    others: Vec<MctsBot>,
}

/// So many nodes pass between two looks whether the first has ended.
const STEP: u64 = 64;

impl ManyCores {
    fn new(cores: NonZeroUsize, spec: BotSpec, side: Side, seed: u64) -> Option<ManyCores> {
        if cores.get() == 1 {
            return None;
        }
        let first = spec.stepped(side, seed)?;
        let others = (1..cores.get()).filter_map(|_| spec.stepped(side, seed)).collect();
        Some(ManyCores { first, others })
    }

    fn decide(
        &mut self,
        rules: &Arc<Rules>,
        plan: impl Fn(&mut MctsBot) -> Result<Plan, BotFailure> + Sync,
        thinking: &mut Thinking<'_>,
    ) -> Result<Action, BotFailure> {
        let mut search = match plan(&mut self.first)? {
            Plan::Decided(action) => return Ok(action),
            Plan::Search(search) => search,
        };
        let cores = 1 + self.others.len() as u64;
        let share = match thinking.budget() {
            Budget::Nodes(nodes) => Some((nodes / cores).max(1)),
            Budget::Time(_) => None,
        };
        let ended = AtomicBool::new(false);
        let beside = |bot: &mut MctsBot, stream: u64| {
            let Ok(Plan::Search(mut search)) = plan(bot) else { return None };
            search.diverge(stream);
            match share {
                Some(share) => search.step(share),
                None => {
                    while !ended.load(Ordering::Relaxed) {
                        search.step(STEP);
                    }
                }
            }
            let root = search.root();
            bot.take_back(rules, search);
            Some(root)
        };
        let roots: Vec<Root> = thread::scope(|scope| {
            let beside = &beside;
            let others = self.others.iter_mut().zip(1..);
            let others: Vec<_> =
                others.map(|(bot, stream)| scope.spawn(move || beside(bot, stream))).collect();
            while share.is_none_or(|share| search.nodes() < share) && thinking.another() {
                search.step(1);
            }
            ended.store(true, Ordering::Relaxed);
            let found = others.into_iter().map(|other| other.join());
            found
                .filter_map(|found| found.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        });
        let (action, value) = search.decision(&roots);
        thinking.tell(action, value);
        self.first.take_back(rules, search);
        Ok(action)
    }
}

impl FugitiveBot for ManyCores {
    fn choose(
        &mut self,
        view: &FugitiveView,
        thinking: &mut Thinking<'_>,
    ) -> Result<Action, BotFailure> {
        self.decide(view.rules(), |bot| bot.plan_fugitive(view), thinking)
    }
}

impl HunterBot for ManyCores {
    fn choose(
        &mut self,
        view: &HunterView,
        pieces: Pieces,
        thinking: &mut Thinking<'_>,
    ) -> Result<Action, BotFailure> {
        self.decide(view.rules(), |bot| bot.plan_hunters(view, pieces), thinking)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::time::Duration;

    use fogbound_engine::Clock;
    use fogbound_rules::{Game, Rng, Rules, Setup, Turn, random_play};

    use super::*;

    /// A game in its middle with this side to decide among several things.
    fn game(turn: Turn, seed: u64) -> Game {
        let rules = Arc::new(Rules::builtin("modern", &[], 3).expect("an edition"));
        let mut rng = Rng::new(seed);
        loop {
            let setup = Setup::deal(&rules, |n| rng.below(n));
            let mut game = Game::new(Arc::clone(&rules), setup).expect("a deal");
            while game.turn() != Turn::Over && (game.plays().len() < 30 || game.turn() != turn) {
                let play =
                    random_play(&rules, game.position(), &mut rng, &mut vec![]).expect("not over");
                game.play(play).expect("a listed step is legal");
            }
            if game.turn() == turn {
                return game;
            }
        }
    }

    /// What is decided in such a game, and how many nodes the first search has spent.
    fn decide(cores: usize, game: &Game, budget: Budget, clock: &dyn Clock) -> (Action, u64) {
        let cores = NonZeroUsize::new(cores).expect("not 0");
        let mut thinking = Thinking::new(budget, clock);
        let spec = |name: &str| name.parse().expect("a bot");
        let action = match game.turn() {
            Turn::Fugitive => {
                let mut bot = fugitive_on(cores, spec("phantom"), 3).expect("it flees");
                bot.choose(&game.fugitive_view(), &mut thinking)
            }
            _ => {
                let mut bot = hunters_on(cores, spec("inspector"), 3).expect("it hunts");
                bot.choose(&game.hunters_view(), Pieces::ALL, &mut thinking)
            }
        };
        (action.expect("there is something to decide"), thinking.nodes())
    }

    #[test]
    fn nodes_are_shared_out_and_give_the_same_decision_every_time() {
        let clock = || Duration::ZERO;
        for turn in [Turn::Fugitive, Turn::Hunters] {
            let game = game(turn, 5);
            for cores in [1, 2, 3] {
                let (action, nodes) = decide(cores, &game, Budget::Nodes(600), &clock);
                // Alone it ends when the rest cannot change anything.
                assert!(
                    nodes == 600 / cores as u64 || (cores == 1 && nodes < 600),
                    "{nodes}, {cores} cores"
                );
                assert!(game.position().actions(game.rules()).contains(&action));
                assert_eq!(decide(cores, &game, Budget::Nodes(600), &clock).0, action, "{cores} cores");
            }
        }
    }

    #[test]
    fn what_others_found_counts() {
        let clock = || Duration::ZERO;
        let mut alone_otherwise = 0;
        for seed in 1..=60 {
            let game = game(Turn::Fugitive, seed);
            let view = game.fugitive_view();
            // The same one after the other.
            let found = |stream: u64| {
                let mut bot = MctsBot::own(3, 0);
                let Ok(Plan::Search(mut search)) = bot.plan_fugitive(&view) else {
                    return None;
                };
                if stream > 0 {
                    search.diverge(stream);
                }
                search.step(100);
                Some(search)
            };
            let Some(first) = found(0) else { continue };
            let others: Vec<Root> = (1..4).filter_map(found).map(|search| search.root()).collect();
            let (together, _) = decide(4, &game, Budget::Nodes(400), &clock);
            assert_eq!(together, first.decision(&others).0);
            alone_otherwise += u32::from(first.decision(&[]).0 != together);
        }
        assert!(alone_otherwise > 0, "somewhere the others know better");
    }

    #[test]
    fn all_end_when_the_time_is_over() {
        let looks = Cell::new(0);
        let clock = || {
            looks.set(looks.get() + 1);
            Duration::from_millis(looks.get())
        };
        let budget = Budget::Time(Duration::from_millis(20));
        let (_, nodes) = decide(2, &game(Turn::Fugitive, 5), budget, &clock);
        assert_eq!(nodes, 19 * Thinking::NODES_BETWEEN_LOOKS);
    }
}
