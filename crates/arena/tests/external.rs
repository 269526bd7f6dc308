//! Programs as bots: good ones, and every way to be a bad one. The bad ones are small shell
//! scripts; each writes down its number and that of a process it started, and after its forfeit
//! neither may be left.
#![cfg(unix)]

#[path = "../../engine/tests/pairs/mod.rs"]
mod pairs;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use fogbound_arena::{ExternalBot, Program, Timeouts};
use fogbound_engine::{Budget, FugitiveBot, HunterBot, Pieces, Thinking};
use fogbound_rules::{Action, Event, Game, PublicEvent, Rng, Rules, Setup, Turn};

fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

fn dealt(edition: &str, detectives: usize, seed: u64) -> Game {
    let rules = Arc::new(Rules::builtin(edition, &[], detectives).expect("rules"));
    let mut rng = Rng::new(seed);
    let setup = Setup::deal(&rules, |n| rng.below(n));
    Game::new(rules, setup).expect("a dealt set-up is legal")
}

/// More than enough, on a machine that is busy with other things.
const LONG: Timeouts = within(Duration::from_secs(20));

const fn within(decision: Duration) -> Timeouts {
    Timeouts { start: Duration::from_secs(20), decision: Some(decision) }
}

fn script(folder: &Path, name: &str, text: &str) -> Program {
    let path = folder.join(name);
    fs::write(&path, text).expect("a script");
    format!("sh '{}' '{}'", path.display(), folder.display()).parse().expect("a program")
}

fn fugitives_choice(bot: &mut ExternalBot, game: &Game) -> Result<Action, String> {
    let begun = Instant::now();
    let clock = || begun.elapsed();
    let mut thinking = Thinking::new(Budget::Nodes(1), &clock);
    FugitiveBot::choose(bot, &game.fugitive_view(), &mut thinking).map_err(|failure| failure.to_string())
}

fn hunters_choice(bot: &mut ExternalBot, game: &Game) -> Result<Action, String> {
    let begun = Instant::now();
    let clock = || begun.elapsed();
    let mut thinking = Thinking::new(Budget::Nodes(1), &clock);
    HunterBot::choose(bot, &game.hunters_view(), Pieces::ALL, &mut thinking)
        .map_err(|failure| failure.to_string())
}

/// Whether a process is there, even as a zombie that nobody has waited for.
fn is_there(pid: &str) -> bool {
    Path::new("/proc").join(pid).exists()
}

#[test]
fn bad_programs_fail_with_a_word_on_what_they_did_and_nothing_is_left_of_them() {
    let greeting = "read -r hello; echo 'id name bad'; echo ready; read -r newgame; read -r event;";
    let cases: &[(&str, String, &str)] = &[
        ("hang", format!("{greeting} sleep 100"), "did not say 'bestaction' within 0.3 s"),
        ("spin", format!("{greeting} while :; do :; done"), "did not say 'bestaction' within 0.3 s"),
        (
            "die",
            format!("{greeting} echo sorry >&2; exit 3"),
            "died (exit status: 3); its last words: sorry",
        ),
        ("die, output held", format!("{greeting} sleep 100 & exit 3"), "died (exit status: 3)"),
        ("die at once", "exit 0".into(), "died (exit status: 0)"),
        ("killed", format!("{greeting} kill -9 $$"), "died (signal: 9"),
        ("closed", format!("{greeting} exec >&-; sleep 100"), "closed its output"),
        (
            "nonsense",
            format!("{greeting} echo hello there"),
            "said 'hello there' where 'bestaction' was",
        ),
        ("no ready", "read -r hello; echo tea".into(), "said 'tea' where 'ready' was expected"),
        ("illegal", format!("{greeting} echo bestaction taxi 199"), "'taxi 199', which is not among"),
        ("gibberish", format!("{greeting} echo bestaction fly"), "answered what cannot be understood"),
        ("empty", format!("{greeting} echo bestaction"), "answered what cannot be understood"),
        ("other side", format!("{greeting} echo bestaction d1 taxi 5"), "a decision of the other side"),
        (
            "concedes for both",
            format!("{greeting} echo bestaction concede hunters"),
            "of the other side",
        ),
        ("error", format!("{greeting} echo error no idea"), "reports an error: no idea"),
        ("flood", format!("{greeting} while :; do echo info x; done"), "wrote more than 1000 lines"),
        ("no newline", format!("{greeting} tr '\\0' x </dev/zero"), "a line of more than 65536 bytes"),
        ("no text", format!("{greeting} printf '\\377\\n'"), "wrote a line that is not UTF-8"),
    ];
    let folder = folder("bad-programs");
    let game = dealt("modern", 4, 1);
    assert_eq!(game.turn(), Turn::Fugitive);
    for (name, body, words) in cases {
        let text =
            format!("echo $$ > \"$1/pid\"\nsleep 100 >/dev/null & echo $! >> \"$1/pid\"\n{body}\n");
        let hangs = words.starts_with("did not say");
        let timeouts = if hangs { within(Duration::from_millis(300)) } else { LONG };
        let mut bot = ExternalBot::new(script(&folder, name, &text), 1, timeouts);
        let started = Instant::now();
        let failure = fugitives_choice(&mut bot, &game).expect_err(name);
        assert!(failure.contains(words) && failure.starts_with("'sh '"), "{name}: {failure}");
        assert!(started.elapsed() < Duration::from_secs(15), "{name} took {:?}", started.elapsed());
        let pids = fs::read_to_string(folder.join("pid")).expect("its numbers");
        assert_eq!(pids.lines().count(), 2, "{name}");
        await_gone(name, &pids);
        assert_eq!(fugitives_choice(&mut bot, &game), Err(failure), "a bot that failed stays so");
    }
}

/// The program itself is gone at once; what it started is for the system to clear away.
fn await_gone(name: &str, pids: &str) {
    let mut pids = pids.lines();
    assert!(!is_there(pids.next().expect("its own")), "{name} is left");
    let child = pids.next().expect("its child's");
    let gone = (0..200).any(|_| {
        let state = fs::read_to_string(format!("/proc/{child}/stat")).unwrap_or_default();
        let dead = state.is_empty() || state.contains(") Z ");
        if !dead {
            std::thread::sleep(Duration::from_millis(10));
        }
        dead
    });
    assert!(gone, "what {name} started is left");
}

#[test]
fn a_program_that_is_not_there_says_so() {
    let program: Program = "./no-such-program".parse().expect("a program");
    assert!(program.check().unwrap_err().contains("cannot start './no-such-program'"));
    let mut bot = ExternalBot::new(program, 1, LONG);
    let failure = fugitives_choice(&mut bot, &dealt("modern", 4, 1)).unwrap_err();
    assert!(failure.contains("cannot be started"), "{failure}");
}

/// Answers with the first decision of each list, and writes down all that it is told.
const FIRST: &str = r#"echo $$ > "$1/pid"
while read -r line; do
  printf '%s\n' "$line" >> "$1/heard"
  case "$line" in
    fogbound*) echo ready;;
    go*) text=${line#*'"actions":[{"text":"'}; echo info {}; echo "bestaction ${text%%\"*}";;
    quit) exit;;
  esac
done
"#;

#[test]
fn a_good_program_is_told_everything_in_order_and_sent_home() {
    let folder = folder("good-program");
    let mut game = dealt("modern", 4, 1);
    let mut bot = ExternalBot::new(script(&folder, "first", FIRST), 77, LONG);
    for _ in 0..2 {
        let action = fugitives_choice(&mut bot, &game).expect("a decision");
        assert_eq!(action, game.fugitive_view().actions()[0]);
        game.play(action.into()).expect("legal");
        while game.turn() == Turn::Hunters {
            let action = game.hunters_view().actions()[0];
            game.play(action.into()).expect("legal");
        }
    }
    game.play("concede fugitive".parse::<Action>().unwrap().into()).expect("legal");
    FugitiveBot::over(&mut bot, &game.fugitive_view());
    drop(bot);
    let pid = fs::read_to_string(folder.join("pid")).expect("its number");
    assert!(!is_there(pid.trim()));
    let heard = fs::read_to_string(folder.join("heard")).expect("what it heard");
    let words: Vec<&str> = heard.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(words[..4], ["fogbound", "newgame", "event", "go"]);
    assert_eq!(words.last(), Some(&"quit"));
    assert!(heard.contains(r#""seed":77"#) && heard.contains(r#"go {"budget":{"nodes":1},"view":{"#));
    let events =
        |line: &str| line.strip_prefix("event ").map(|json| serde_json::from_str(json).unwrap());
    let events: Vec<fogbound_rules::FugitiveEvent> = heard.lines().filter_map(events).collect();
    assert!(events.iter().cloned().eq(game.events().iter().map(Event::for_fugitive)));
    assert!(matches!(events.last().map(|event| &event.public), Some(PublicEvent::Ended(_))));
}

/// Plays a pair, the hunters by two programs; gives the number of their decisions.
fn play_alike(games: &mut [Game; 2], bots: &mut [ExternalBot; 2], rng: &mut Rng) -> usize {
    pairs::play_alike(games, rng, 12, |games| {
        [0, 1].map(|i| hunters_choice(&mut bots[i], &games[i]).expect("a decision"))
    })
}

/// Two programs, each with a folder of its own for what it heard.
fn listeners(name: &str) -> ([PathBuf; 2], [ExternalBot; 2]) {
    let folders = ["a", "b"].map(|which| folder(&format!("{name}-{which}")));
    let bots = folders.each_ref().map(|at| ExternalBot::new(script(at, "first", FIRST), 9, LONG));
    (folders, bots)
}

fn heard(folders: &[PathBuf; 2]) -> [String; 2] {
    folders.each_ref().map(|at| fs::read_to_string(at.join("heard")).expect("what it heard"))
}

#[test]
fn r7_2_the_hunters_program_hears_the_same_whatever_the_secret_is() {
    let mut all = 0;
    for (edition, detectives) in [("modern", 4), ("classic", 3), ("holmes", 3)] {
        for seed in 0..10 {
            let (first, other) =
                (dealt(edition, detectives, seed), dealt(edition, detectives, seed + 100));
            let Some(mut games) = pairs::pair(first, &other) else { continue };
            let (folders, mut bots) = listeners("pair");
            let decisions = play_alike(&mut games, &mut bots, &mut Rng::new(seed));
            drop(bots);
            if decisions > 0 {
                let [a, b] = heard(&folders);
                assert_eq!(a.lines().filter(|line| line.starts_with("go ")).count(), decisions);
                assert!(a == b, "{edition}, seed {seed}: the secret shows");
                all += decisions;
            }
        }
    }
    assert!(all > 80, "only {all} decisions were compared");
}

/// The comparison can fail: what the fugitive's program hears does depend on the secret.
#[test]
fn the_fugitives_program_hears_his_secret() {
    let first = dealt("modern", 4, 1);
    let secret = dealt("modern", 4, 101).setup().secret.clone();
    let setup = Setup { state: first.setup().state.clone(), secret };
    let games = [Game::new(Arc::clone(first.rules()), setup).expect("a set-up"), first];
    let (folders, mut bots) = listeners("fugitive-pair");
    for (bot, game) in bots.iter_mut().zip(&games) {
        fugitives_choice(bot, game).expect("a decision");
    }
    drop(bots);
    let [a, b] = heard(&folders);
    assert!(a != b);
    assert!(a.contains(&format!("\"at\":{}", games[0].start().expect("a start"))));
}
