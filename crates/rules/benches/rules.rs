//! `cargo bench -p fogbound-rules`: the same inputs as `fogbound bench`, with intervals.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fogbound_rules::{Position, Rng, Rules, Setup, Station, perft, random_outcome};

fn random_games(criterion: &mut Criterion) {
    let rules = Rules::builtin("classic", &[], 5).expect("an edition");
    let (mut rng, mut buffer) = (Rng::new(1), Vec::new());
    let mut group = criterion.benchmark_group("random games");
    group.throughput(Throughput::Elements(1));
    group.bench_function("classic, 5 detectives", |bencher| {
        bencher.iter(|| {
            let position = Position::deal(&rules, |n| rng.below(n));
            random_outcome(&rules, position, &mut rng, &mut buffer)
        });
    });
}

fn perft_nodes(criterion: &mut Criterion) {
    let rules = Rules::builtin("modern", &[], 5).expect("an edition");
    let station = |number| Station::new(number).expect("not 0");
    let setup = Setup::at(&rules, station(45), &[13, 29, 34, 94, 123].map(station));
    let position = Position::new(&rules, &setup).expect("a legal set-up");
    let mut group = criterion.benchmark_group("perft");
    group.throughput(Throughput::Elements(perft(&rules, &position, 4)));
    group.bench_function("modern, 5 detectives, depth 4", |bencher| {
        bencher.iter(|| perft(&rules, &position, 4));
    });
}

criterion_group!(benches, random_games, perft_nodes);
criterion_main!(benches);
