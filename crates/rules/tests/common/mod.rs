//! What several tests of random games share.

#![allow(dead_code, missing_docs, unreachable_pub)]

use std::sync::Arc;

use fogbound_rules::{Edition, Game, Rng, Rules, Setup, random_play};

/// Every edition at every size, each option on its own.
pub fn variants() -> Vec<Arc<Rules>> {
    let mut variants = Vec::new();
    for edition in Edition::builtins() {
        let options: &[&[&str]] = match edition.id.as_str() {
            "classic" => &[&[], &["voluntary_reveal=true"], &["stranded_win=false"]],
            "modern" => &[&[], &["length=log"], &["supply=unlimited"], &["stranded_win=false"]],
            "study" => &[&[], &["stranded_win=false"]],
            "holmes-original" => &[&[], &["length=log"], &["supply=unlimited"], &["stranded_win=false"]],
            "holmes" => &[&[], &["last_reply=true"], &["supply=unlimited"], &["stranded_win=true"]],
            "compact" => &[&[], &["black_tickets=4"]],
            _ => &[&[]],
        };
        for &detectives in &edition.pieces.detectives {
            for options in options {
                variants.push(rules(&edition.id, options, detectives.into()));
            }
        }
    }
    variants.push(rules("modern", &["pooled=true"], 2));
    variants.push(rules("holmes", &["characters=lestrade,mycroft"], 2));
    variants.push(rules("holmes", &["characters=irene,lestrade,mycroft"], 3));
    variants
}

pub fn rules(edition: &str, options: &[&str], detectives: usize) -> Arc<Rules> {
    Arc::new(Rules::builtin(edition, options, detectives).expect("a variant of an edition"))
}

/// In words, for messages.
pub fn name(rules: &Rules) -> String {
    format!(
        "{} with {} detectives, options '{}'",
        rules.edition().id,
        rules.detectives(),
        rules.options()
    )
}

/// A random game, shown to `look` before its first step and after each.
pub fn random_game(rules: &Arc<Rules>, rng: &mut Rng, mut look: impl FnMut(&Game, &mut Rng)) -> Game {
    let setup = Setup::deal(rules, |n| rng.below(n));
    let mut game = Game::new(Arc::clone(rules), setup).expect("a dealt set-up is legal");
    let mut buffer = Vec::new();
    look(&game, rng);
    while let Some(play) = random_play(rules, game.position(), rng, &mut buffer) {
        game.play(play).expect("a listed step is legal");
        look(&game, rng);
    }
    game
}
