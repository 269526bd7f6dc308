//! Counting sequences of decisions: the measure of a rules engine, in speed and in correctness.

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
    let mut nodes = 0;
    if position.turn() == Turn::Chance {
        for draw in position.draws(rules) {
            let mut next = *position;
            next.apply_draw(rules, draw);
            nodes += perft(rules, &next, depth);
        }
        return nodes;
    }
    // Nearly all nodes are moves of hunters: a loop of their own lets the compiler see through it.
    position.public.for_each_hunt::<true>(rules, |hunt| {
        let mut next = *position;
        next.apply_hunt(rules, hunt);
        nodes += if depth == 1 { 1 } else { perft(rules, &next, depth - 1) };
    });
    position.for_each_other_action(rules, &mut |action| {
        let mut next = *position;
        next.apply(rules, action);
        nodes += perft(rules, &next, depth - 1);
    });
    nodes
}
