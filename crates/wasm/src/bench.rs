//! What is held against other machines: the signature of play, and nodes to be timed.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use fogbound_engine::bots::{MctsBot, Plan};
use fogbound_engine::{BotName, BotSpec, Budget, Pieces, Thinking};
use fogbound_rules::{Action, Game, Rng, Rules, Setup, Turn, random_play};

const EDITIONS: [(&str, usize); 5] =
    [("classic", 4), ("modern", 3), ("study", 5), ("holmes", 3), ("compact", 3)];

/// The signature of play: what every bot decides at fixed positions, as `crates/engine/tests/signature.rs`
/// writes it.
pub fn signature() -> String {
    let clock = || Duration::ZERO;
    let mut signature = String::new();
    for (edition, detectives) in EDITIONS {
        let games = positions(edition, detectives);
        for name in BotName::ALL {
            let (mut nodes, mut decided, mut count) = (0, String::new(), 0);
            for game in &games {
                let mut thinking = Thinking::new(Budget::Nodes(100), &clock);
                if let Some(action) = decision(BotSpec::bare(name), game, &mut thinking) {
                    nodes += thinking.nodes();
                    count += 1;
                    let _ = writeln!(decided, "{action}");
                }
            }
            let hash = hash(&decided);
            let name = name.name();
            let _ =
                writeln!(signature, "{edition} {name}: {count} decisions, {nodes} nodes, {hash:016x}");
        }
    }
    signature
}

/// Spends so many nodes of our own fugitive in the middle of a game of `modern`; how many it spent.
pub fn nodes(nodes: u64) -> u64 {
    let games = positions("modern", 3);
    let game = games.iter().rev().find(|game| game.turn() == Turn::Fugitive);
    let Some(game) = game else { return 0 };
    match MctsBot::own(7, 0).plan_fugitive(&game.fugitive_view()) {
        Ok(Plan::Search(mut search)) => {
            search.step(nodes);
            search.nodes()
        }
        _ => 0,
    }
}

/// Positions of a random game, two decisions apart.
fn positions(edition: &str, detectives: usize) -> Vec<Game> {
    let rules = Arc::new(Rules::builtin(edition, &[], detectives).expect("an edition"));
    let mut rng = Rng::new(1983);
    let mut game = Game::new(Arc::clone(&rules), Setup::deal(&rules, |n| rng.below(n))).expect("a deal");
    let (mut found, mut buffer) = (vec![], vec![]);
    while let Some(play) = random_play(&rules, game.position(), &mut rng, &mut buffer) {
        if matches!(game.turn(), Turn::Fugitive | Turn::Hunters) && game.plays().len().is_multiple_of(2)
        {
            found.push(game.clone());
        }
        game.play(play).expect("a listed step is legal");
    }
    found.truncate(8);
    found
}

fn decision(spec: BotSpec, game: &Game, thinking: &mut Thinking<'_>) -> Option<Action> {
    match game.turn() {
        Turn::Fugitive => spec.fugitive(7)?.choose(&game.fugitive_view(), thinking).ok(),
        Turn::Hunters => spec.hunters(7)?.choose(&game.hunters_view(), Pieces::ALL, thinking).ok(),
        Turn::Chance | Turn::Over => None,
    }
}

/// FNV-1a, 64 bits: the same wherever it is computed.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
