use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};

use fogbound_rules::{Edition, Record, Side};

use super::*;
use fogbound_engine::bots::RandomBot;

fn rules(edition: &str) -> Arc<Rules> {
    let edition = Edition::builtin(edition).unwrap();
    let most = edition.pieces.detectives.iter().copied().max().unwrap();
    Arc::new(Rules::builtin(&edition.id, &[], most.into()).unwrap())
}

fn arena(edition: &str, pairings: &[(&str, &str)]) -> Arena {
    let pairing = |&(fugitive, hunters): &(&str, &str)| Pairing {
        fugitive: fugitive.parse().unwrap(),
        hunters: hunters.parse().unwrap(),
    };
    Arena {
        rules: rules(edition),
        seed: 5,
        pairings: pairings.iter().map(pairing).collect(),
        external: ExternalSettings::default(),
    }
}

/// A bot that plays at random until it does something else, after so many decisions.
struct Then<F> {
    random: RandomBot,
    left: usize,
    then: F,
}

impl<F: Fn() -> Result<Action, BotFailure> + Send> FugitiveBot for Then<F> {
    fn choose(
        &mut self,
        view: &FugitiveView,
        thinking: &mut Thinking<'_>,
    ) -> Result<Action, BotFailure> {
        if self.left == 0 {
            return (self.then)();
        }
        self.left -= 1;
        FugitiveBot::choose(&mut self.random, view, thinking)
    }
}

impl<F: Fn() -> Result<Action, BotFailure> + Send> HunterBot for Then<F> {
    fn choose(
        &mut self,
        view: &HunterView,
        pieces: Pieces,
        thinking: &mut Thinking<'_>,
    ) -> Result<Action, BotFailure> {
        if self.left == 0 {
            return (self.then)();
        }
        self.left -= 1;
        HunterBot::choose(&mut self.random, view, pieces, thinking)
    }
}

/// A game in which the bot of one side fails after so many decisions.
fn failing(edition: &str, side: Side, after: usize, then: &str) -> Played {
    let then = || match then {
        "fail" => Err(BotFailure("had enough".into())),
        text => Ok(text.parse().unwrap()),
    };
    let mut bad = Then { random: RandomBot::new(1), left: after, then };
    let mut good = RandomBot::new(2);
    let budgets = [Budget::Nodes(1); 2];
    match side {
        Side::Fugitive => play_game(&rules(edition), 3, 1, &mut bad, &mut good, budgets),
        Side::Hunters => play_game(&rules(edition), 3, 1, &mut good, &mut bad, budgets),
    }
}

#[test]
fn a_bot_that_fails_loses_by_forfeit_in_every_edition() {
    for edition in Edition::builtins() {
        for side in [Side::Fugitive, Side::Hunters] {
            for after in [0, 3] {
                let Played { game, result } = failing(&edition.id, side, after, "fail");
                let forfeit = result.forfeit.as_ref().expect("a forfeit");
                assert_eq!((forfeit.side, forfeit.reason.as_str()), (side, "had enough"));
                assert_eq!((result.winner, result.ending.as_str()), (side.other(), "forfeit"));
                let record = Record::whole(&game).unwrap().to_string();
                Record::parse(&record).unwrap().replay(game.rules()).expect("a record that holds");
                let conceded = record.contains(&format!("concede {side}"));
                assert!(conceded || edition.id == "compact" && after == 0, "{record}");
            }
        }
    }
}

#[test]
fn decisions_that_are_not_possible_or_not_theirs_are_forfeits() {
    for (side, then, words) in [
        (Side::Fugitive, "taxi 200", "chose 'taxi 200': "),
        (Side::Fugitive, "d1 taxi 5", "chose 'd1 taxi 5': "),
        (Side::Hunters, "taxi 5", "chose 'taxi 5': "),
        (Side::Hunters, "concede fugitive", "chose 'concede fugitive': "),
        (Side::Hunters, "d1 black 5", "chose 'd1 black 5': "),
    ] {
        let forfeit = failing("modern", side, 2, then).result.forfeit.expect("a forfeit");
        assert_eq!(forfeit.side, side);
        assert!(forfeit.reason.starts_with(words), "{}", forfeit.reason);
    }
    let conceded = failing("modern", Side::Hunters, 2, "concede hunters").result;
    assert_eq!((conceded.winner, conceded.forfeit), (Side::Fugitive, None));
}

#[test]
fn nobody_gains_points_by_failing() {
    for after in [0, 5] {
        let Played { game, result } = failing("compact", Side::Hunters, after, "fail");
        let black_used = 1 - i16::from(game.position().public().black());
        assert_eq!(result.score, Some(40 - 3 * black_used));
        assert!(failing("compact", Side::Fugitive, after, "fail").result.score <= Some(0));
    }
}

/// Keeps the last view that it was given.
struct Watcher<V>(Arc<Mutex<Option<V>>>);

impl FugitiveBot for Watcher<FugitiveView> {
    fn choose(
        &mut self,
        view: &FugitiveView,
        thinking: &mut Thinking<'_>,
    ) -> Result<Action, BotFailure> {
        FugitiveBot::choose(&mut RandomBot::new(8), view, thinking)
    }

    fn over(&mut self, view: &FugitiveView) {
        *self.0.lock().unwrap() = Some(view.clone());
    }
}

impl HunterBot for Watcher<HunterView> {
    fn choose(
        &mut self,
        view: &HunterView,
        pieces: Pieces,
        thinking: &mut Thinking<'_>,
    ) -> Result<Action, BotFailure> {
        HunterBot::choose(&mut RandomBot::new(9), view, pieces, thinking)
    }

    fn over(&mut self, view: &HunterView, _: Pieces) {
        *self.0.lock().unwrap() = Some(view.clone());
    }
}

#[test]
fn views_kept_step_by_step_are_those_of_the_game() {
    for edition in Edition::builtins() {
        let seen = (Arc::default(), Arc::default());
        let (mut fugitive, mut hunters) = (Watcher(Arc::clone(&seen.0)), Watcher(Arc::clone(&seen.1)));
        let budgets = [Budget::Nodes(1); 2];
        let played = play_game(&rules(&edition.id), 3, 7, &mut fugitive, &mut hunters, budgets);
        let fugitive: FugitiveView = seen.0.lock().unwrap().take().expect("told of the end");
        let hunters: HunterView = seen.1.lock().unwrap().take().expect("told of the end");
        assert!(fugitive == played.game.fugitive_view() && hunters == played.game.hunters_view());
        assert!(hunters.ending().is_some());
        assert!(fugitive.events_from(0).eq(played.game.events().iter().map(Event::for_fugitive)));
    }
}

fn results(arena: &Arena, games: u64, threads: usize) -> Vec<(Task, GameResult, String)> {
    let pairings = 0..arena.pairings.len();
    let tasks: Vec<Task> = (1..=games)
        .flat_map(|start| pairings.clone().map(move |pairing| Task { start, pairing }))
        .collect();
    let mut results = Vec::new();
    run(
        |task| arena.play(task),
        &tasks,
        NonZeroUsize::new(threads).unwrap(),
        |task, played| {
            let record = Record::whole(&played.game).unwrap().to_string();
            results.push((task, played.result, record));
            Ok::<(), ()>(())
        },
    )
    .unwrap();
    results.sort_by_key(|result| result.0);
    results
}

#[test]
fn the_number_of_threads_and_other_games_change_nothing() {
    for edition in ["modern", "holmes", "compact"] {
        let arena = arena(edition, &[("random", "random")]);
        let all = results(&arena, 30, 1);
        assert_eq!(all, results(&arena, 30, 4));
        assert_eq!(all[..10], results(&arena, 10, 3));
        let task = Task { start: 17, pairing: 0 };
        assert_eq!(arena.play(task).result, all[16].1);
        let different =
            all.iter().map(|(_, _, record)| record).collect::<std::collections::HashSet<_>>();
        assert_eq!(different.len(), 30);
    }
}

#[test]
fn every_pairing_plays_the_same_starts() {
    let arena =
        arena("holmes", &[("random", "random"), ("random", "cmd:false"), ("cmd:false", "random")]);
    for start in 1..=5 {
        let games = [0, 1, 2].map(|pairing| arena.play(Task { start, pairing }));
        assert_eq!(games[0].game.setup(), games[1].game.setup());
        assert_eq!(games[0].game.setup(), games[2].game.setup());
        assert_eq!(games[2].result.forfeit.as_ref().map(|forfeit| forfeit.side), Some(Side::Fugitive));
    }
}

#[test]
fn the_two_bots_of_a_game_have_different_dice() {
    let seeds: std::collections::HashSet<u64> = (0..50)
        .flat_map(|start| [Stream::FugitiveBot, Stream::HunterBot].map(|bot| bot_seed(5, start, bot)))
        .collect();
    assert_eq!(seeds.len(), 100);
    assert!(seeds.iter().all(|seed| seed >> 53 == 0));
}

#[test]
fn an_error_of_the_listener_ends_the_run() {
    let arena = arena("modern", &[("random", "random")]);
    let tasks: Vec<Task> = (1..=100_000).map(|start| Task { start, pairing: 0 }).collect();
    let mut heard = 0;
    let ended = run(
        |task| arena.play(task),
        &tasks,
        NonZeroUsize::new(2).unwrap(),
        |_, _| {
            heard += 1;
            if heard == 3 { Err("enough") } else { Ok(()) }
        },
    );
    assert_eq!((ended, heard), (Err("enough"), 3));
}

#[test]
fn totals_leave_out_games_against_oneself() {
    let arena =
        arena("modern", &[("random", "random"), ("random", "cmd:false"), ("cmd:false", "random")]);
    let mut cells: Vec<Cell> = arena
        .pairings
        .iter()
        .map(|pairing| Cell { pairing: pairing.clone(), tally: Tally::default() })
        .collect();
    for (task, result, _) in results(&arena, 4, 2) {
        cells[task.pairing].tally.add(task.start, &result);
    }
    let entrants = ["random", "cmd:false"].map(|text| text.parse::<Entrant>().unwrap());
    let totals = totals(&entrants, &cells);
    assert_eq!((totals[0].as_fugitive, totals[0].as_hunters, totals[0].forfeits), ((4, 4), (4, 4), 0));
    assert_eq!((totals[1].games(), totals[1].wins(), totals[1].forfeits), (8, 0, 8));
    assert_eq!(cells[1].tally.endings.get("forfeit"), Some(&4));
    assert_eq!((cells[1].tally.fugitive_rate(), cells[2].tally.fugitive_rate()), (1.0, 0.0));
}

mod journal {
    use super::*;

    /// A file that is gone after the test.
    struct Scratch(std::path::PathBuf);

    impl Scratch {
        fn new(name: &str) -> Scratch {
            let name = format!("fogbound-journal-{}-{name}", std::process::id());
            Scratch(std::env::temp_dir().join(name))
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    fn filled(name: &str) -> (Scratch, Arena, Vec<(Task, GameResult, String)>) {
        let pairings = [("random", "random"), ("cmd:false", "random")];
        let (scratch, arena) = (Scratch::new(name), arena("compact", &pairings));
        let all = results(&arena, 5, 1);
        let (mut journal, before) = Journal::open(&scratch.0, &RunId::of(&arena)).unwrap();
        assert!(before.is_empty());
        all.iter().for_each(|(task, result, _)| journal.add(*task, result).unwrap());
        (scratch, arena, all)
    }

    #[test]
    fn what_was_written_comes_back_however_the_file_was_cut() {
        let (scratch, arena, all) = filled("cut");
        let bytes = std::fs::read(&scratch.0).unwrap();
        let run = RunId::of(&arena);
        for length in 0..=bytes.len() {
            if length % 7 != 0 && bytes.len() - length > 200 && length > 300 {
                continue;
            }
            std::fs::write(&scratch.0, &bytes[..length]).unwrap();
            let (mut journal, games) = Journal::open(&scratch.0, &run).unwrap();
            let whole = bytes[..length].iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!(games.len(), whole.saturating_sub(1), "cut at {length}");
            assert!(
                games.iter().all(|(task, result)| all.iter().any(|(t, r, _)| (t, r) == (task, result)))
            );
            all.iter().filter(|(task, ..)| !games.contains_key(task)).for_each(|(task, result, _)| {
                journal.add(*task, result).unwrap();
            });
            drop(journal);
            assert_eq!(std::fs::read(&scratch.0).unwrap(), bytes, "cut at {length}");
        }
    }

    #[test]
    fn a_file_of_another_run_is_refused_and_left_alone() {
        let (scratch, arena, _) = filled("other");
        let bytes = std::fs::read(&scratch.0).unwrap();
        let other = Arena { seed: 6, ..arena.clone() };
        let error = Journal::open(&scratch.0, &RunId::of(&other)).unwrap_err().to_string();
        assert!(error.contains("another run (seed '5', not '6')"), "{error}");
        // Bots that decide otherwise do not go on with it.
        let stronger = RunId { signature: "0123456789abcdef".into(), ..RunId::of(&arena) };
        let error = Journal::open(&scratch.0, &stronger).unwrap_err().to_string();
        assert!(
            error.contains("bots of signature '") && error.contains("not '0123456789abcdef'"),
            "{error}"
        );
        assert_eq!(std::fs::read(&scratch.0).unwrap(), bytes);
        for text in ["no journal", "{}\n", "\u{0}\n", "[Fogbound \"1\"]\n"] {
            std::fs::write(&scratch.0, text).unwrap();
            let error = Journal::open(&scratch.0, &RunId::of(&arena)).unwrap_err();
            assert!(matches!(error, JournalError::NoJournal), "{text}: {error}");
            assert_eq!(std::fs::read_to_string(&scratch.0).unwrap(), text);
        }
        let spoilt = String::from_utf8(bytes).unwrap().replacen("\"winner\"", "\"loser\"", 1);
        std::fs::write(&scratch.0, spoilt).unwrap();
        let error = Journal::open(&scratch.0, &RunId::of(&arena)).unwrap_err().to_string();
        assert!(error.starts_with("line 2 is no result"), "{error}");
    }

    #[test]
    fn two_arenas_never_write_to_one_file() {
        let (scratch, arena, _) = filled("locked");
        let run = RunId::of(&arena);
        let first = Journal::open(&scratch.0, &run).unwrap();
        assert!(matches!(Journal::open(&scratch.0, &run), Err(JournalError::InUse)));
        drop(first);
        assert!(Journal::open(&scratch.0, &run).is_ok());
    }
}
