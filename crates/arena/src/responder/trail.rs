//! A game that is played on in the mind, with what tells its moments apart.

use std::hash::{DefaultHasher, Hash, Hasher};

use fogbound_rules::{Game, Play, Side};

/// A game, with a number for all that each side has seen of it.
#[derive(Clone)]
pub(super) struct Trail {
    pub(super) game: Game,
    seen_by_hunters: u64,
    seen_by_fugitive: u64,
}

impl Trail {
    pub(super) fn of(game: Game) -> Trail {
        let mut trail = Trail { game, seen_by_hunters: 0, seen_by_fugitive: 0 };
        trail.take_in(0);
        trail
    }

    /// What a side has seen, as a number.
    pub(super) fn seen_by(&self, side: Side) -> u64 {
        match side {
            Side::Fugitive => self.seen_by_fugitive,
            Side::Hunters => self.seen_by_hunters,
        }
    }

    /// Plays on; the play must be a listed one.
    pub(super) fn play(&mut self, play: Play) {
        let known = self.game.events().len();
        self.game.play(play).expect("a listed play is legal");
        self.take_in(known);
    }

    fn take_in(&mut self, known: usize) {
        for event in &self.game.events()[known..] {
            let event = serde_json::to_vec(event.for_hunters()).expect("words and numbers");
            self.seen_by_hunters = mixed(self.seen_by_hunters, &event);
        }
        // His way beside what everybody has seen is all that he knows more.
        let way = (self.game.start(), self.game.route(), self.game.position().secret());
        self.seen_by_fugitive = mixed(self.seen_by_hunters, &way);
    }
}

fn mixed(before: u64, more: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = DefaultHasher::new();
    (before, more).hash(&mut hasher);
    hasher.finish()
}
