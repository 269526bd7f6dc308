//! Where he can be after a record, for all the hunters know, and why not elsewhere:
//! `cargo run -p fogbound-engine --example belief`

use std::sync::Arc;

use fogbound_engine::{Belief, Odds};
use fogbound_rules::{Record, Replay, Rules};

const RECORD: &str = r#"[Fogbound "1"]
[Edition "modern"]
[Board "london"]
[Detectives "4"]

deal d1 91; d2 29; d3 155; d4 34; x ?
1. black ?; d3 taxi 154; d2 taxi 42; d4 taxi 47; d1 taxi 56
2. taxi ?; d2 taxi 29; d3 taxi 153; d1 taxi 42; d4 taxi 62
3. bus 67; d3 taxi 152; d2 taxi 17; d1 bus 7; d4 taxi 61
"#;

fn main() {
    let rules = Arc::new(Rules::builtin("modern", &[], 4).expect("an edition"));
    let record = Record::parse(RECORD).expect("a record");
    let Replay::Public(view) = record.replay(&rules).expect("it can be played") else {
        unreachable!("there are question marks in it")
    };
    let belief = Belief::of(&view);
    let odds = Odds::of(&view);
    for station in belief.possible().iter() {
        println!("{station}: {:.0} %", odds.weight(station) * 100.0);
    }
    let other = belief.possible().iter().next().and_then(|at| rules.board().links(at).first());
    if let Some(link) = other
        && let Some(reason) = belief.why_not(link.to)
    {
        println!("not {}: {reason}", link.to);
    }
}
