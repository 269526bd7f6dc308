//! What a careless key in `fogbound play` must not do: overwrite another game, show a secret, spend
//! a black ticket.

mod table;

use std::fs;
use std::process::Command;

use table::{CLEAR, Table, file, piped, printed};

const HUNTERS: [&str; 6] = ["--hunters", "me", "--fugitive", "random", "--seed", "7"];
const SHARED: [&str; 6] = ["--hunters", "me", "--fugitive", "me", "--seed", "7"];

#[test]
fn the_file_of_another_game_is_not_overwritten() {
    let (first, second) = (file("first.fog"), file("second.fog"));
    let saving = [&HUNTERS[..], &["--save", &first]].concat();
    printed(&saving, "d1 bus 41\n");
    let kept = fs::read_to_string(&first).expect("a file");
    let output = piped(&saving, "");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains(&format!("fogbound play --resume {first}")), "{error}");
    let lines = format!("save {first}\nsave {second}\nd1 bus 41\nsave {second}\nsave /\n");
    let text = printed(&HUNTERS, &lines);
    assert!(text.contains("Not saved: ") && text.contains("another name"), "{text}");
    assert!(text.contains("Not saved: / is a folder"), "{text}");
    assert_eq!(text.matches(&format!("Saved in {second}")).count(), 2, "{text}");
    assert!(text.ends_with(&format!("To go on: fogbound play --resume {second}\n")), "{text}");
    assert_eq!(fs::read_to_string(&first).expect("a file"), kept);
    assert!(fs::read_to_string(&second).expect("a file").contains("d1 bus 41"));
    // A game that goes on is saved where it came from, by whatever name.
    let again = first.replace("/first.fog", "/./first.fog");
    printed(&["--resume", &first, "--save", &again], "d2 taxi 137\n");
    assert!(fs::read_to_string(&first).expect("a file").contains("d2 taxi 137"));
    let output = piped(&["--resume", &first, "--save", &second], "");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn enter_alone_does_not_lift_the_curtain() {
    let text = printed(&SHARED, "\n\nwhere\nlook 5\nquit\n");
    assert!(!text.contains("you (at") && !text.contains("Mister X> "), "{text}");
    assert!(text.contains("It is the turn of Mister X: write 'ready' to go on."), "{text}");
    assert!(printed(&SHARED, "READY\n").contains("you (at"));
}

fn interrupt(table: &mut Table) -> Option<i32> {
    let id = table.program.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill").success());
    while table.read().is_some() {}
    table.program.wait().expect("it ends").code()
}

#[test]
fn ctrl_c_clears_a_shared_screen_and_says_how_to_go_on() {
    let path = file("interrupted.fog");
    let mut table = Table::new(&[&SHARED[..], &["--save", &path]].concat());
    table.read();
    assert!(table.type_line("ready").contains("you (at"));
    assert_eq!(interrupt(&mut table), Some(130));
    let last = table.seen.rsplit(CLEAR).next().expect("a screen");
    assert_eq!(last, format!("To go on: fogbound play --resume {path}\n"));
    let mut table = Table::new(&HUNTERS);
    table.read();
    assert_eq!(interrupt(&mut table), Some(130));
    assert!(table.seen.ends_with("\nThe game was not saved.\n"), "{}", table.seen);
    assert!(!table.seen.contains(CLEAR));
}

#[test]
fn a_black_ticket_is_spent_only_by_name() {
    let path = file("ferry.fog");
    let game = "[Fogbound \"1\"]\n[Edition \"modern\"]\n[Board \"london\"]\n[Detectives \"4\"]\n\
        [Result \"*\"]\n[Fugitive \"me\"]\n[Hunters \"random\"]\n[Seed \"1\"]\n\n\
        deal d1 91; d2 29; d3 155; d4 34; x 127\n";
    fs::write(&path, game).expect("a file");
    let text = printed(&["--resume", &path], "taxi 115\n157\nlook 5\n157\nx\n");
    let asked = "Only a black ticket goes to 157: write 'black 157'.";
    assert_eq!(text.matches(asked).count(), 2, "{text}");
    assert_eq!(text.matches("a black ticket for slot 2, to 157 unseen").count(), 1, "{text}");
}

#[test]
fn help_speaks_the_words_of_the_edition() {
    for (edition, has, has_not) in [
        ("modern", ["d1 bus 58", "double taxi 58", "concede"], "crime"),
        ("holmes", ["carriage 58 crime", "ban omnibus", "balloon"], "taxi"),
        ("compact", ["pays nothing", "black 58", "give up) all tickets left go to"], "double"),
    ] {
        let text = printed(&[&HUNTERS[..], &["-e", edition]].concat(), "help\n");
        let (_, help) = text.split_once("> help\n").expect("help");
        let help = help.split("> ").next().expect("help");
        has.iter().for_each(|word| assert!(help.contains(word), "{edition}, {word}: {help}"));
        assert!(!help.contains(has_not), "{edition}: {help}");
        assert!(help.lines().all(|line| line.len() <= 80), "{help}");
    }
}

#[test]
fn when_all_have_their_places_the_state_is_shown() {
    for edition in ["beginner", "compact"] {
        let mut table = Table::new(&[&HUNTERS[..], &["-e", edition]].concat());
        let mut text = table.read().expect("a screen");
        let place = |text: &str| {
            let offer = text.lines().find(|line| line.starts_with("  d") && line.contains("begins at"));
            offer.and_then(|line| line.split_whitespace().nth(3)).map(str::to_string)
        };
        while let Some(at) = place(&text) {
            text = table.type_line(&at);
        }
        assert!(
            text.contains("Travel log") && text.contains("the hunters to move"),
            "{edition}: {text}"
        );
    }
}

#[test]
fn one_token_a_turn() {
    let text = printed(&[&HUNTERS[..], &["-e", "holmes"]].concat(), "ban metro\nquarter\nstate\n");
    assert!(text.contains("One token a turn: it is spent."), "{text}");
    assert!(text.contains("asked: ban metro (after slot "), "{text}");
}

#[test]
fn long_words_are_cut_and_long_lines_refused() {
    let lines = format!("{}\nlook {}\n{}\n", "z".repeat(900), "9".repeat(900), "z".repeat(2000));
    let text = printed(&HUNTERS, &lines);
    assert!(text.contains(&format!("do not know '{}...'", "z".repeat(40))), "{text}");
    assert!(text.contains(&format!("no station '{}...'", "9".repeat(40))), "{text}");
    assert!(text.contains("That line is too long"), "{text}");
}

#[test]
fn the_help_of_play_and_arena_names_every_bot() {
    for command in ["play", "arena"] {
        let output = Command::new(env!("CARGO_BIN_EXE_fogbound")).args([command, "--help"]).output();
        let text = String::from_utf8(output.expect("the program runs").stdout).expect("UTF-8");
        for bot in fogbound_engine::BotName::ALL {
            assert!(text.contains(bot.name()), "{command}: {}", bot.name());
        }
        assert!(text.contains("level=8 (hard)") || text.contains("level=8\n(hard)"), "{text}");
    }
}

#[test]
fn a_decision_is_taken_back_if_nothing_was_learnt_by_it() {
    let path = file("undone.fog");
    let args = [&HUNTERS[..], &["--save", &path]].concat();
    let text = printed(&args, "undo\nd5 taxi 99\nundo\nundo\nd1 bus 41\nundo\nd5 taxi 100\n");
    let answers: Vec<&str> =
        text.split("> undo\n").skip(1).filter_map(|rest| rest.lines().next()).collect();
    let not_yours = "The last decision was not yours: nothing can be taken back.";
    let told = "That move has told you that he is not at 41: it stands.";
    assert_eq!(answers, [not_yours, "Taken back: d5 taxi 99.", not_yours, told], "{text}");
    let kept = fs::read_to_string(&path).expect("a file");
    assert!(kept.contains("d1 bus 41; d5 taxi 100") && !kept.contains("d5 taxi 99"), "{kept}");
    // A question that was answered stays asked; the first move of a double may be another.
    let text = printed(&[&HUNTERS[..], &["-e", "holmes"]].concat(), "quarter\nundo\n");
    assert!(text.contains("The question has been answered: it stands."), "{text}");
    let args = ["--fugitive", "me", "--hunters", "random", "--seed", "7"];
    let mut table = Table::new(&args);
    let text = table.read().expect("a screen");
    let to = text.rsplit_once(" taxi ").and_then(|(_, to)| to.split_whitespace().next());
    let line = format!("double taxi {}", to.expect("a station"));
    assert!(table.type_line(&line).contains("plays a double"), "{}", table.seen);
    assert!(table.type_line("undo").contains(&format!("Taken back: {line}.")), "{}", table.seen);
}

#[test]
fn who_cannot_move_is_passed_over_with_a_word() {
    for (edition, seed) in [("classic", "9"), ("modern", "5"), ("compact", "3")] {
        let args = ["-e", edition, "--fugitive", "random", "--hunters", "random", "--seed", seed];
        let text = printed(&args, "");
        assert!(text.contains(" cannot move and are passed over."), "{edition}: {text}");
    }
}

#[test]
fn a_ticket_from_a_hideout_is_announced_until_it_counts() {
    let announced = ["1", "2", "3", "4"].iter().any(|seed| {
        let args = ["-e", "holmes", "--hunters", "me", "--fugitive", "random", "--seed", seed];
        let mut table = Table::new(&args);
        table.play_out();
        let seen = table.seen.split_whitespace().collect::<Vec<_>>().join(" ");
        let takes = seen.matches("in a hide-out, he takes a ").count();
        let fresh = seen.matches("+1 black from next turn").count();
        let fresh = fresh + seen.matches("+1 double from next turn").count();
        assert_eq!(takes > 0, fresh > 0, "{}", table.seen);
        takes > 0
    });
    assert!(announced, "nobody took a ticket");
}
