//! `fogbound play` as a person meets it: whole games typed line by line, mistakes, files.

mod table;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use table::{CLEAR, Table, file, piped, printed};

/// Every line fits the terminal.
fn assert_narrow(text: &str) {
    // The name of a file may be as long as it likes.
    for line in text.lines().filter(|line| !line.contains('/')) {
        assert!(line.chars().count() <= 80, "{} columns: {line}", line.chars().count());
    }
}

const EDITIONS: [&str; 7] =
    ["classic", "study", "modern", "beginner", "holmes-original", "holmes", "compact"];

#[test]
fn whole_games_of_every_edition_from_either_side() {
    for edition in EDITIONS {
        for (side, seed) in [("--hunters", "1"), ("--fugitive", "2")] {
            let path = file(&format!("{edition}{side}.fog"));
            let other = if side == "--hunters" { "--fugitive" } else { "--hunters" };
            let mut table = Table::new(&[
                "-e", edition, side, "me", other, "random", "--seed", seed, "--save", &path,
            ]);
            table.play_out();
            assert!(table.seen.contains("His whole way: "), "{edition} {side}: {}", table.seen);
            assert!(!table.seen.contains("I do not know"), "{}", table.seen);
            let players =
                if side == "--hunters" { "random; hunters: you" } else { "you; hunters: random" };
            assert_eq!(table.seen.matches(players).count(), 2, "{}", table.seen);
            assert_eq!(table.seen.contains(" of 40 points."), edition == "compact", "{}", table.seen);
            assert_narrow(&table.seen);
            let check = Command::new(env!("CARGO_BIN_EXE_fogbound"))
                .args(["record", "check", &path])
                .output()
                .expect("the program runs");
            let words = String::from_utf8_lossy(&check.stdout);
            assert!(words.contains(": ok: ") && !words.contains("not over"), "{edition}: {words}");
        }
    }
}

#[test]
fn bots_are_watched_to_the_end() {
    let text =
        printed(&["-e", "holmes", "--fugitive", "random", "--hunters", "random", "--seed", "3"], "");
    assert!(text.contains("His whole way: ") && text.contains("Professor Moriarty"), "{text}");
    assert_narrow(&text);
}

#[test]
fn behind_the_curtain_nothing_is_seen() {
    for edition in EDITIONS {
        let path = file(&format!("shared-{edition}.fog"));
        let mut table = Table::new(&[
            "-e",
            edition,
            "--fugitive",
            "me",
            "--hunters",
            "me",
            "--seed",
            "5",
            "--save",
            &path,
        ]);
        table.play_out();
        let screens: Vec<&str> = table.seen.split(CLEAR).collect();
        assert!(screens.len() > 6, "{edition}: {}", table.seen);
        let (ending, played) = screens.split_last().expect("screens");
        assert!(ending.contains("His whole way: "), "{ending}");
        let mut turns = 0;
        for (index, screen) in played.iter().enumerate() {
            let secret = screen.contains("you (at") || screen.contains("begin at ");
            if screen.contains("look away") {
                assert!(!secret, "{edition}: {screen}");
                // What follows is his, and is wiped away as a whole.
                let his = screens[index + 1];
                assert!(his.contains("X> ") || his.contains("Moriarty> "), "{edition}: {his}");
                assert!(!his.contains("hunters> "), "{edition}: {his}");
                turns += 1;
            } else if screen.contains("hunters> ") {
                assert!(!secret, "{edition}: {screen}");
                assert!(!screen.contains("crime scenes"), "{edition}: {screen}");
                assert!(!screen.contains("unseen"), "{edition}: {screen}");
            }
        }
        assert!(turns > 1, "{edition}: {turns} turns");
    }
}

/// Two secrets, one public history: the hunters' screens are the same bytes.
#[test]
fn the_hunters_screens_do_not_depend_on_the_secret() {
    let deal = |at: u8| {
        format!(
            "[Fogbound \"1\"]\n[Edition \"modern\"]\n[Board \"london\"]\n[Detectives \"4\"]\n\
             [Result \"*\"]\n[Fugitive \"me\"]\n[Hunters \"me\"]\n[Seed \"1\"]\n\n\
             deal d1 91; d2 29; d3 155; d4 34; x {at}\n"
        )
    };
    let screens = |at: u8, to: u8| {
        let path = file(&format!("secret-{at}.fog"));
        fs::write(&path, deal(at)).expect("a file");
        let lines = format!(
            "ready\nwhere\nhint\ntaxi {to}\nwhere\nwhy 46\nwhy 67\nlook 67\nlog\nd3 taxi 154\nd9 5\nd1 3\n\n\
             hint\nquit\n"
        );
        let text = printed(&["--resume", &path], &lines);
        let screens: Vec<&str> = text.split(CLEAR).collect();
        assert!(screens[1].contains(&format!("at {at}, unseen")), "{text}");
        // All but his own screen, without the name of the file.
        [&screens[..1], &screens[2..]].concat().join(CLEAR).replace(&format!("secret-{at}"), "secret")
    };
    let (one, other) = (screens(45, 46), screens(104, 86));
    assert!(one.contains("Mister X can be at ") && one.contains("d3 goes by taxi to 154"), "{one}");
    assert_eq!(one, other);
}

#[test]
fn moves_are_read_in_any_spelling_and_mistakes_explained() {
    let mut table = Table::new(&["--hunters", "me", "--fugitive", "random", "--seed", "7"]);
    let first = table.read().expect("a screen");
    assert!(first.contains("d1 (at 29)"), "{first}");
    for (line, answer) in [
        ("hlep", "Did you mean 'help'?"),
        ("d1 buss 41", "Did you mean 'bus'?"),
        ("d1 bus 16", "No bus line goes from 29 to 16. Did you mean 15?"),
        ("d1 58", "No line goes from 29 to 58. Did you mean 55?"),
        ("d1 taxi 100", "By taxi you reach 6, 16, 17, 41 or 42."),
        ("taxi 900", "There is no station 900"),
        ("d7 taxi 6", "I do not know 'd7'"),
        ("d1 black 41", "No black ticket is left"),
        ("d1 41", "Which one: 'd1 taxi 41' or 'd1 bus 41'?"),
        ("nonsense and more", "'help' tells how"),
        ("look 29", "where d1 stands"),
        ("why 29", "Mister X cannot be at 29"),
        ("where", "Mister X can be at"),
        ("save", "Where to? Write 'save FILE'."),
        ("save /nowhere/at/all.fog", "Not saved: cannot write"),
        ("concede", "Write 'yes'"),
        ("no", "The game goes on."),
        ("\u{1b}[A\u{7}", "You may play"),
        ("hint now", "'hint' takes nothing more"),
        ("give up", "Write 'yes'"),
        ("no", "The game goes on."),
    ] {
        let text = table.type_line(line);
        assert!(text.contains(answer), "'{line}' was answered: {text}");
    }
    // The question "which one?" is answered by the ticket alone.
    table.type_line("D1 to 41");
    assert!(table.type_line("b").contains("d1 goes by bus to 41."));
    assert!(table.type_line("2 TAXI 137").contains("d2 goes by taxi to 137."));
    assert!(table.type_line("137 2").contains("d2 has moved already"));
    assert!(table.type_line("77").contains("d3 goes by bus to 77."));
    assert!(table.type_line("d4 taxi").contains("Which one"));
    // What does not answer the question is a line of its own.
    assert!(table.type_line("d5 taxi").contains("'d5 taxi 99'"));
    assert!(table.type_line("99").contains("d5 goes by taxi to 99."));
    assert_narrow(&table.seen);
}

#[test]
fn a_game_goes_on_from_its_file_as_if_nothing_had_been() {
    let script: Vec<&str> = vec!["d1 bus 41", "d2 taxi 137", "d3 bus 77", "d4 taxi 161", "d5 taxi 99"];
    let (straight, broken) = (file("straight.fog"), file("broken.fog"));
    let begin = |path: &str| {
        Table::new(&["--hunters", "me", "--fugitive", "random", "--seed", "7", "--save", path])
    };
    let mut table = begin(&straight);
    table.read();
    script.iter().for_each(|line| drop(table.type_line(line)));
    drop(table);
    let mut table = begin(&broken);
    table.read();
    script[..2].iter().for_each(|line| drop(table.type_line(line)));
    drop(table); // killed, without a word
    let mut table = Table::new(&["--resume", &broken]);
    let text = table.read().expect("a screen");
    assert!(text.contains("Round 1 of 22: the hunters to move") && text.contains("moved"), "{text}");
    script[2..].iter().for_each(|line| drop(table.type_line(line)));
    drop(table);
    let read = |path: &str| fs::read_to_string(path).expect("a file");
    assert_eq!(read(&straight), read(&broken));
    assert!(read(&broken).contains("[Hunters \"me\"]") && read(&broken).contains("2. "));
}

#[test]
fn the_end_of_input_saves_and_says_how_to_go_on() {
    let path = file("end.fog");
    let args = ["--hunters", "me", "--fugitive", "random", "--seed", "7", "--save", &path];
    let text = printed(&args, "d1 bus 41\n");
    assert!(text.contains(&format!("fogbound play --resume {path}")), "{text}");
    assert!(text.contains("it holds the secret"), "{text}");
    assert!(fs::read_to_string(&path).expect("a file").contains("d1 bus 41"));
    assert!(!PathBuf::from(format!("{path}.part")).exists());
    let text = printed(&args[..6], "");
    assert!(text.contains("The game was not saved."), "{text}");
    // A fugitive who shares the screen leaves nothing on it.
    let text = printed(&["--fugitive", "me", "--hunters", "me", "--seed", "7"], "ready\n");
    assert!(text.rsplit(CLEAR).next().is_some_and(|last| !last.contains("you (at")), "{text}");
}

#[test]
fn files_that_cannot_go_on_are_refused() {
    let refused = |args: &[&str], code: i32, words: &str| {
        let output = piped(args, "");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {error}");
        assert!(error.contains(words) && error.starts_with("error: "), "{args:?}: {error}");
        assert_eq!(error.trim_end().lines().count(), 1, "{error}");
    };
    refused(&["--resume", "/nowhere.fog"], 2, "cannot read /nowhere.fog");
    let path = file("corrupt.fog");
    fs::write(&path, "[Fogbound \"1\"]\nwhat is this").expect("a file");
    refused(&["--resume", &path], 1, "corrupt.fog: ");
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/game.fog");
    refused(&["--resume", example], 2, "is over (captured by d2 at 29)");
    fs::write(
        &path,
        "[Fogbound \"1\"]\n[Edition \"modern\"]\n[Board \"london\"]\n[Detectives \"4\"]\n\
        [Fugitive \"nobody\"]\n[Result \"*\"]\n\ndeal d1 91; d2 29; d3 155; d4 34; x 35\n",
    )
    .expect("a file");
    refused(&["--resume", &path], 1, "there is no bot 'nobody'");
    refused(&["--fugitive", "nobody"], 2, "there is no bot 'nobody'");
    refused(&["--hunters", "random", "--bot", "d1=random"], 2, "add --hunters me");
    fs::write(
        &path,
        "[Fogbound \"1\"]\n[Edition \"modern\"]\n[Board \"london\"]\n[Detectives \"4\"]\n\
        [Fugitive \"me\"]\n[Hunters \"random\"]\n[Result \"*\"]\n\n\
        deal d1 91; d2 29; d3 155; d4 34; x 35\n",
    )
    .expect("a file");
    refused(&["--resume", &path, "--bot", "d1=random"], 2, "add --hunters me");
    refused(&["--pieces", "3", "--hunters", "me", "--bot", "d4=random"], 2, "d4 is not in this game");
    refused(&["--save", "/nowhere/game.fog", "--hunters", "me"], 2, "cannot write /nowhere/game.fog");
}

#[test]
fn a_bot_moves_its_pieces_after_the_people() {
    let args = ["--hunters", "me", "--bot", "d3,d4,d5=random", "--fugitive", "random", "--seed", "7"];
    let mut table = Table::new(&args);
    let first = table.read().expect("a screen");
    assert!(first.contains("  d2 (at") && !first.contains("  d3 (at"), "{first}");
    table.type_line("d1 bus 41");
    table.type_line("d4 taxi 161");
    let text = table.type_line("d2 taxi 137");
    let answers = table.seen.contains("d4 is moved by random.");
    assert!(answers, "{}", table.seen);
    for piece in ["d3", "d4", "d5"] {
        assert!(text.contains(&format!("{piece} goes by")), "{text}");
    }
    assert!(text.contains("Round 2 of 22"), "{text}");
}

#[test]
fn colours_come_only_when_wanted() {
    let args = ["--hunters", "me", "--fugitive", "random", "--seed", "7"];
    assert!(!printed(&args, "").contains('\x1b'));
    let always = [&args[..], &["--color", "always"]].concat();
    assert!(printed(&always, "").contains("\x1b[32mbus\x1b[0m"));
    let never = [&args[..], &["--color", "never"]].concat();
    assert_eq!(printed(&args, ""), printed(&never, ""));
}
