//! Counting sequences of decisions: the measure of a rules engine, in speed and in correctness.

use std::hint::black_box;

use crate::{Position, Rules, Turn};

/// The number of sequences of `depth` decisions from a position. A draw is no decision of its
/// own; each of its outcomes is a branch. An ended game has no children.
///
/// ```
/// use fogbound_rules::{Position, Rules, Setup, Station, perft};
/// let rules = Rules::builtin("modern", &[], 4).unwrap();
/// let hunters = [13, 26, 29, 34].map(|n| Station::new(n).unwrap());
/// let setup = Setup::at(&rules, Station::new(45).unwrap(), &hunters);
/// let position = Position::new(&rules, &setup).unwrap();
/// assert_eq!(perft(&rules, &position, 0), 1);
/// ```
pub fn perft(rules: &Rules, position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.turn() == Turn::Chance {
        let after = |draw| {
            let mut next = *position;
            next.apply_draw(rules, draw);
            perft(rules, &next, depth)
        };
        return position.draws(rules).into_iter().map(after).sum();
    }
    // Two counters: one that only the loop of the hunters' moves knows can stay in a register.
    let (mut hunts, mut others) = (0, 0);
    position.for_each_hunt_child(rules, |_, next| {
        hunts += if depth == 1 {
            // Every node is played, the last ones too: the compiler may not skip them.
            black_box(next);
            1
        } else {
            perft(rules, next, depth - 1)
        };
    });
    position.for_each_other_child(rules, |_, next| others += perft(rules, next, depth - 1));
    hunts + others
}
