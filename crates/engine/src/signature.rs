//! The signature of play: what every bot decides at fixed positions, with a fixed number of nodes. Its arithmetic is the same on every
//! machine, so that what differs is the bots.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use fogbound_rules::{Action, Game, Rng, Rules, Setup, Turn, random_play};

use crate::{BotName, BotSpec, Budget, Pieces, Thinking};

/// What the bots of this program decide; a test holds them to it.
const COMMITTED: &str = include_str!("../tests/signature.txt");

/// A number that is another one as soon as any bot decides otherwise. Games that were played under another one are of other bots.
pub const SIGNATURE: u64 = hash(COMMITTED);

const EDITIONS: [(&str, usize); 5] =
    [("classic", 4), ("modern", 3), ("study", 5), ("holmes", 3), ("compact", 3)];

/// What is decided now, a line an edition and a bot.
pub fn signature_of_play() -> String {
    let mut signature = String::new();
    for (edition, detectives) in EDITIONS {
        let games = positions(edition, detectives);
        signature.extend(BotName::ALL.map(|name| line(edition, name, &games, 100)));
    }
    // Beyond the nodes of one tree.
    let games = &positions("modern", 3)[..3];
    let own = [BotName::Inspector, BotName::Phantom];
    signature.extend(own.map(|name| line("modern", name, games, 20_000)));
    signature
}

/// What a bot decides at some positions, with so many nodes for each.
fn line(edition: &str, name: BotName, games: &[Game], nodes: u64) -> String {
    let clock = || Duration::ZERO;
    let (mut spent, mut decided, mut count) = (0, String::new(), 0);
    for game in games {
        let mut thinking = Thinking::new(Budget::Nodes(nodes), &clock);
        if let Some(action) = decision(BotSpec::bare(name), game, &mut thinking) {
            spent += thinking.nodes();
            count += 1;
            let _ = writeln!(decided, "{action}");
        }
    }
    format!("{edition} {}: {count} decisions, {spent} nodes, {:016x}\n", name.name(), hash(&decided))
}

/// Positions of a random game, two decisions apart.
pub fn positions(edition: &str, detectives: usize) -> Vec<Game> {
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
const fn hash(text: &str) -> u64 {
    let (bytes, mut hash, mut at) = (text.as_bytes(), 0xcbf2_9ce4_8422_2325_u64, 0);
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u64).wrapping_mul(0x0000_0100_0000_01b3);
        at += 1;
    }
    hash
}
