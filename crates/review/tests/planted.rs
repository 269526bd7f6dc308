//! Decisions that a search with 20 times the nodes holds to lose much, or next to nothing: a cut of `examples/planted.txt`, as records up to
//! their moments (`measure cut`).

use fogbound_review::{Judge, Mover, Settings};
use fogbound_rules::{Action, Library, Record, Replay, Side};

const CUT: &str = include_str!("planted.fog");

#[test]
fn blunders_are_marked_and_what_is_as_good_as_the_best_is_not() {
    let (mut of, mut marked) = ([0, 0], [0, 0]);
    for record in Record::parse_all(CUT).expect("records") {
        let tag = record.tag("Planted").expect("what is held of it").to_string();
        let mut words = tag.split("; ");
        let blunder = words.next() == Some("blunder");
        let action: Action = words.next().expect("a decision").parse().expect("a decision");
        let rules = record.rules_in(&Library::default()).expect("rules");
        let Replay::Whole(game) = record.replay(&rules).expect("it is right") else {
            panic!("it is whole")
        };
        let (his, theirs) = (game.fugitive_view(), game.hunters_view());
        let mover = match action.side() {
            Side::Fugitive => Mover::Fugitive(&his),
            Side::Hunters => Mover::Hunters(&theirs),
        };
        let (said, _) = Judge::new(game.rules(), Settings::default()).judge(mover, action);
        of[usize::from(blunder)] += 1;
        marked[usize::from(blunder)] += usize::from(said.class.is_mistake());
        if said.class.is_mistake() != blunder {
            println!("{tag}: {:.3} in {} plays", said.cost, game.plays().len());
        }
    }
    assert_eq!(of, [20, 20]);
    assert!(marked[1] * 10 >= of[1] * 9, "{} of {} blunders", marked[1], of[1]);
    assert!(marked[0] * 20 <= of[0], "{} of {} good decisions", marked[0], of[0]);
}
