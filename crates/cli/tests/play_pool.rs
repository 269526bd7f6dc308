//! Rule 6.2.8 in `fogbound play`: two detectives of one player are proposed a shared pool of tickets.

mod table;

use std::fs;
use std::process::Command;

use table::{file, printed};

/// The line that begins a game with a pool.
const AGREED: &str = "The detectives share one pool of tickets (option pooled=true).\n";
/// What the table of the hunters shows of a pool that is full.
const POOL: &str = "tickets of all: 22 taxi, 16 bus, 8 underground";

/// Whether a game that begins with these arguments has a pool.
fn is_pooled(args: &[&str]) -> bool {
    let text = printed(&[args, &["--seed", "7"]].concat(), "");
    assert_eq!(text.contains(AGREED), text.contains(POOL), "{args:?}: {text}");
    text.contains(AGREED)
}

/// A file with the modern edition, changed, under a name of its own.
fn edition(name: &str, change: impl Fn(String) -> String) -> String {
    let modern = concat!(env!("CARGO_MANIFEST_DIR"), "/../rules/editions/modern.toml");
    let modern = fs::read_to_string(modern).expect("an edition");
    let path = file(name);
    fs::write(&path, change(modern.replace("id = \"modern\"", "id = \"own\""))).expect("a file");
    path
}

#[test]
fn r6_2_8_two_detectives_of_one_player_are_proposed_a_pool() {
    let two = ["--pieces", "2", "--fugitive", "random"];
    for (hunters, pooled) in [
        (&["--hunters", "me"][..], true),
        (&["--hunters", "random"], true),
        (&["--hunters", "me", "--bot", "d1,d2=random"], true),
        (&["--hunters", "me", "--bot", "b1,b2=random"], true),
        (&["--hunters", "me", "--bot", "d2=random"], false),
        (&["--hunters", "me", "--bot", "d2,b1,b2=random"], false),
    ] {
        assert_eq!(is_pooled(&[&two[..], hunters].concat()), pooled, "{hunters:?}");
    }
    assert!(!is_pooled(&["--pieces", "3", "--fugitive", "random", "--hunters", "me"]));
    let text = printed(&["--pieces", "2", "--fugitive", "me", "--hunters", "me"], "ready\n");
    assert!(text.contains(AGREED) && text.contains(POOL), "{text}");
}

#[test]
fn r6_2_8_whoever_names_the_option_decides() {
    let two = ["--pieces", "2", "--fugitive", "random", "--hunters", "me"];
    for (options, pooled) in [
        (&["--option", "pooled=false"][..], false),
        (&["--option", " pooled = false"], false),
        (&["--option", "pooled=true"], true),
        (&["--pooled"], true),
        (&["--option", "length=log"], true),
    ] {
        assert_eq!(is_pooled(&[&two[..], options].concat()), pooled, "{options:?}");
    }
    let helped = [&two[..], &["--bot", "d2=random", "--pooled"]].concat();
    assert!(is_pooled(&helped));
}

/// What counts is that the edition lists the option, whatever its name.
#[test]
fn r6_2_8_an_edition_without_the_option_has_no_pool() {
    let two = ["--pieces", "2", "--fugitive", "random", "--hunters", "me"];
    assert!(!is_pooled(&[&two[..], &["-e", "holmes-original"]].concat()));
    let with = edition("with-pool.toml", |modern| modern);
    assert!(is_pooled(&[&two[..], &["-e", &with]].concat()));
    let without = edition("without-pool.toml", |modern| {
        let (before, option) = modern.split_once("[[options]]").expect("options");
        assert!(option.starts_with("\nkey = \"pooled\""), "{option}");
        let (_, others) = option.split_once("[[options]]").expect("other options");
        format!("{before}[[options]]{others}")
    });
    assert!(!is_pooled(&[&two[..], &["-e", &without]].concat()));
}

#[test]
fn r6_2_8_what_was_agreed_stays_whoever_sits_down_later() {
    let two = ["--pieces", "2", "--fugitive", "random", "--seed", "7"];
    let (pooled, apart) = (file("pooled.fog"), file("apart.fog"));
    printed(&[&two[..], &["--hunters", "me", "--save", &pooled]].concat(), "");
    let saved = fs::read_to_string(&pooled).expect("a file");
    assert!(saved.contains("[Options \"pooled=true; "), "{saved}");
    let text = printed(&["--resume", &pooled, "--bot", "d2=random"], "");
    assert!(text.contains(AGREED) && text.contains(POOL), "{text}");
    let mixed = ["--hunters", "me", "--bot", "d2=random", "--save", &apart];
    printed(&[&two[..], &mixed].concat(), "");
    let text = printed(&["--resume", &apart, "--hunters", "random"], "");
    assert!(!text.contains(AGREED) && !text.contains("tickets of all"), "{text}");
}

/// Elsewhere the default of the rules holds.
#[test]
fn r6_2_8_no_other_command_implies_a_pool() {
    let run = |args: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_fogbound")).args(args).output();
        let output = output.expect("the program runs");
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let bots = ["--fugitive", "random", "--hunters", "random"];
    for (command, players) in [("selfplay", &[][..]), ("arena", &bots)] {
        let folder = file(command);
        let _ = fs::remove_dir_all(&folder);
        let game = [command, "-e", "modern", "--pieces", "2", "--games", "1", "--record", &folder];
        run(&[&game[..], players].concat());
        let mut records = 0;
        for entry in fs::read_dir(&folder).expect("a folder") {
            let text = fs::read_to_string(entry.expect("an entry").path()).expect("a record");
            assert!(text.contains("[Detectives \"2\"]") && text.contains("pooled=false"), "{text}");
            records += 1;
        }
        assert_eq!(records, 1, "{command}");
    }
    // With a ticket of two kinds each, a pool lets a detective ride twice by the same.
    let scarce = edition("scarce.toml", |modern| {
        modern
            .replace("[2, 3, 4, 5]\nusual = 4", "[2]")
            .replace("[2, 1, 0, 0]", "[0]")
            .replace("{ taxi = 11, bus = 8, underground = 4 }", "{ taxi = 1, bus = 1, underground = 0 }")
    });
    let perft = ["perft", "-e", &scarce, "--fugitive", "45", "--detectives", "13,29", "--depth", "5"];
    let nodes = |options: &[&str]| {
        let text = run(&[&perft[..], &["--json"], options].concat());
        text.split("\"seconds\"").next().unwrap_or("").to_string()
    };
    assert_eq!(nodes(&[]), nodes(&["--option", "pooled=false"]));
    assert_ne!(nodes(&[]), nodes(&["--pooled"]));
}
