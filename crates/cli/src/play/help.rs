//! What can be typed, in the words of the edition.

use fogbound_rules::edition::Fares;
use fogbound_rules::{Character, Rules, Ticket};

use super::layout::left;
use super::words::Words;

/// The columns of what is typed.
const ROOM: usize = 20;

/// Moves and commands of a game.
pub(crate) fn help(rules: &Rules, words: &Words) -> String {
    let mut text = String::from(
        "A move is a ticket and a station, in any order; a hunter's piece comes with it:\n",
    );
    text.push_str(&lines(&moves(rules, words)));
    let extras = extras(rules, words);
    if !extras.is_empty() {
        text.push_str("Also in this edition:\n");
        text.push_str(&lines(&extras));
    }
    text.push_str("Commands:\n");
    text.push_str(&lines(&commands(rules, words)));
    text
}

fn lines(rows: &[(String, String)]) -> String {
    rows.iter().map(|(typed, means)| format!("  {}{means}\n", left(typed, ROOM))).collect()
}

fn row(typed: impl Into<String>, means: impl Into<String>) -> (String, String) {
    (typed.into(), means.into())
}

fn moves(rules: &Rules, words: &Words) -> Vec<(String, String)> {
    let [taxi, bus, underground] = Ticket::NORMAL.map(|ticket| words.plain_ticket(ticket));
    let letters = [taxi, bus, underground].map(|word| &word[..1]);
    let [t, b, u] = letters;
    let mut rows = vec![
        row(
            format!("{taxi} 58"),
            format!("short: {t} 58; {b}, {u} and x for {bus}, {underground}, black"),
        ),
        row(
            format!("d1 {bus} 58"),
            format!("or 1 {b} 58; the piece may be left out if one can go there"),
        ),
        row("58", "if there is only one way; a black ticket has to be named"),
    ];
    let fugitive = &rules.edition().fugitive;
    if matches!(fugitive.fares, Fares::Free) {
        rows.push(row("", format!("{} pays nothing: the station is enough", words.fugitive)));
    }
    if rules.is_open_log() {
        rows.push(row("black 58", format!("{} hides where he goes", words.fugitive)));
    }
    if fugitive.double > 0 {
        rows.push(row(
            format!("double {taxi} 58"),
            "begins a double; the second move is asked for next",
        ));
    }
    rows
}

/// What not every edition has.
fn extras(rules: &Rules, words: &Words) -> Vec<(String, String)> {
    let [taxi, bus, underground] = Ticket::NORMAL.map(|ticket| words.plain_ticket(ticket));
    let mut rows = Vec::new();
    if rules.offers_show() {
        rows.push(row(format!("{taxi} 58 show"), "he shows himself, and takes tickets"));
    }
    if rules.has_case() {
        rows.extend([
            row(format!("{taxi} 58 crime"), "he commits a crime there"),
            row(format!("{taxi} 58 low"), "he stays unseen in the hide-out"),
            row(format!("{taxi} 58 +black"), "he takes a black ticket in the hide-out; or +double"),
            row("balloon", "he flies from a hide-out to a station that chance shows"),
        ]);
        rows.extend(rules.hunters().filter_map(|hunter| rules.character(hunter)).map(|who| match who {
            Character::Holmes => row("quarter", "token of Holmes: which quarter is he in?"),
            Character::Watson => {
                row("symbol park", "token of Watson: is he at a park (monument, river)?")
            }
            Character::Irene => row(
                format!("ban {bus}"),
                format!("token of Irene Adler: no {bus} (or {underground}) next"),
            ),
            Character::Mycroft => row("trail", "token of Mycroft: where was he two moves ago?"),
            Character::Lestrade => row("block 58", "token of Lestrade: a roadblock where he is or was"),
        }));
        rows.push(row("end", "ends the hunters' turn; one token a turn may come before"));
    }
    rows
}

fn commands(rules: &Rules, words: &Words) -> Vec<(String, String)> {
    let gives = match rules.is_scored() {
        true => format!("(or: give up) all tickets left go to {}", words.fugitive),
        false => "(or: give up) gives the game up".into(),
    };
    vec![
        row("Enter, state", "the whole state again"),
        row("moves", "what may be decided now"),
        row("log", "the travel log"),
        row("look 58", "the lines of a station (or: board 58)"),
        row("where", "where the fugitive can be, by all that the hunters know"),
        row("why 58", "why he can be there, or why not"),
        row("hint", "what a bot would do"),
        row("undo", "takes your last move back, if it has told you nothing"),
        row("save [FILE]", "writes the game to a file; play --resume FILE goes on"),
        row("concede", gives),
        row("quit", "stops (so does Ctrl-D)"),
    ]
}
