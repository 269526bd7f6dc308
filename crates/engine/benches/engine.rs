//! `cargo bench -p fogbound-engine`: belief, playouts and search over random games of fixed seeds.

use std::sync::Arc;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fogbound_engine::{Belief, BotSpec, Budget, Policy, PossibleStations, Thinking};
use fogbound_rules::{Game, Rng, Rules, random_game};

fn games(edition: &str) -> Vec<Game> {
    let rules = Arc::new(Rules::builtin(edition, &[], 5).expect("an edition"));
    (0..10).map(|seed| random_game(&rules, &mut Rng::new(seed))).collect()
}

fn belief(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("belief, a ply");
    for edition in ["classic", "modern", "holmes"] {
        let games = games(edition);
        let views: Vec<_> = games.iter().map(Game::hunters_view).collect();
        let plies: usize = games.iter().map(|game| game.plays().len()).sum();
        group.throughput(Throughput::Elements(plies as u64));
        group.bench_function(edition, |bencher| {
            bencher.iter(|| {
                for view in &views {
                    let mut belief = Belief::new(view.rules());
                    for (event, after) in view.events().iter().zip(view.states()) {
                        belief.observe(event, after);
                    }
                    std::hint::black_box(belief.possible());
                }
            });
        });
    }
}

fn playouts(criterion: &mut Criterion) {
    let game = &games("study")[0];
    let rules = game.rules();
    let start = Game::new(Arc::clone(rules), game.setup().clone()).expect("legal before");
    let possible = PossibleStations(Belief::of(&start.hunters_view()).possible());
    let (mut policy, mut rng) = (Policy::new(rules), Rng::new(1));
    criterion.bench_function("playout from the start of study", |bencher| {
        bencher.iter(|| policy.play_out(rules, *start.position(), possible, &mut rng));
    });
}

fn search(criterion: &mut Criterion) {
    let game = &games("modern")[0];
    let start = Game::new(Arc::clone(game.rules()), game.setup().clone()).expect("legal before");
    let spec: BotSpec = "phantom".parse().expect("a bot");
    let view = start.fugitive_view();
    criterion.bench_function("phantom, 500 nodes", |bencher| {
        bencher.iter(|| {
            let clock = || Duration::ZERO;
            let mut thinking = Thinking::new(Budget::Nodes(500), &clock);
            spec.fugitive(1).expect("it plays the fugitive").choose(&view, &mut thinking)
        });
    });
}

criterion_group!(benches, belief, playouts, search);
criterion_main!(benches);
