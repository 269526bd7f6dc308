//! The state of a game as a side sees it.

use fogbound_rules::edition::Fares;
use fogbound_rules::{
    FugitiveView, Hunter, HunterView, Mark, Outcome, Phase, Public, Purse, Rules, Side, Station, Ticket,
    Transport, Turn,
};

use super::layout::{left, prose, right, wrapped};
use super::pool;
use super::side_view::SideView;
use super::travel_log::travel_log;
use super::words::{Words, character_name, listed};

/// The whole state.
pub(crate) fn screen(side_view: SideView<'_>, words: &Words) -> String {
    let view = side_view.hunters();
    let mut text = headline(view, words);
    text.push_str(&hunters_table(view, words));
    text.push_str(&fugitive_line(side_view, words));
    text.push_str(&case_lines(side_view, words));
    let route = side_view.fugitive().map(FugitiveView::route);
    text.push_str(&travel_log(view, route, words));
    text
}

fn headline(view: &HunterView, words: &Words) -> String {
    let (rules, public) = (view.rules(), view.public());
    let round = match rules.rounds() {
        Some(rounds) => format!("Round {} of {rounds}", public.round()),
        None => format!("Round {}", public.round()),
    };
    let title = format!("--- {round}: {} ", due(view, words));
    let rule = "-".repeat(76usize.saturating_sub(title.chars().count()));
    format!("\n{}\n", words.colours.strong(&format!("{title}{rule}")))
}

/// What is expected, and of whom.
pub(crate) fn due(view: &HunterView, words: &Words) -> String {
    let (public, him) = (view.public(), &words.fugitive);
    match public.phase() {
        Phase::Placing => "the detectives take their places".into(),
        Phase::StartDraw => format!("the start of {him} is drawn"),
        Phase::StartChoice => format!("{him} chooses where to begin"),
        Phase::Fugitive => format!("{him} to move"),
        Phase::Second => format!("{him}, second move of his double"),
        Phase::BalloonDraw => "a tile is turned for the balloon".into(),
        Phase::BalloonLanding => format!("{him} lands with the balloon"),
        Phase::Taking => format!("{him} takes tickets"),
        Phase::Hunters => "the hunters to move".into(),
        Phase::Over => "the game is over".into(),
    }
}

fn hunters_table(view: &HunterView, words: &Words) -> String {
    let (rules, public) = (view.rules(), view.public());
    let paid = rules.hunters().any(|hunter| !rules.rides_free(hunter));
    let names: Vec<String> = rules.hunters().map(|hunter| words.piece(rules, hunter)).collect();
    let room = names.iter().map(String::len).max().unwrap_or(0).max("hunters".len()) + 2;
    let tokens = rules.hunters().any(|hunter| rules.character(hunter).is_some());
    let mut text = format!("  {}  at", left("hunters", room));
    if paid && !rules.is_pooled() {
        for ticket in Ticket::NORMAL {
            text.push_str(&format!("  {}", words.ticket(ticket)));
        }
    }
    text.push_str(if tokens { "  tokens\n" } else { "\n" });
    for (hunter, name) in rules.hunters().zip(&names) {
        let at = public.station(hunter).map_or("-".into(), |at| at.to_string());
        text.push_str(&format!("  {}{}", left(name, room), right(&at, 4)));
        if paid && !rules.is_pooled() {
            text.push_str(&purse_cells(rules, public, hunter, words));
        }
        if tokens && rules.character(hunter).is_some() {
            text.push_str(&right(&public.tokens(hunter).to_string(), 8));
        }
        if public.has_moved(hunter) {
            text.push_str(&words.colours.faint("   moved"));
        }
        text.push('\n');
    }
    if let Some(first) = rules.hunters().next().filter(|_| rules.is_pooled()) {
        text.push_str(&format!("  tickets of all: {}\n", purse(public.purse(rules, first), words)));
    }
    text
}

fn purse_cells(rules: &Rules, public: &Public, hunter: Hunter, words: &Words) -> String {
    let cell = |ticket: Ticket| {
        let room = words.plain_ticket(ticket).len() + 2;
        match rules.rides_free(hunter) {
            true => right("-", room),
            false => right(&public.purse(rules, hunter).count(ticket).to_string(), room),
        }
    };
    Ticket::NORMAL.into_iter().map(cell).collect()
}

/// A purse in words.
pub(crate) fn purse(purse: Purse, words: &Words) -> String {
    let counts =
        Ticket::NORMAL.map(|ticket| format!("{} {}", purse.count(ticket), words.ticket(ticket)));
    counts.join(", ")
}

fn fugitive_line(side_view: SideView<'_>, words: &Words) -> String {
    let view = side_view.hunters();
    let (rules, public) = (view.rules(), view.public());
    let last = view.ending().and_then(|ending| ending.route.last().or(ending.start.as_ref()));
    let place = match (public.shown(), last.copied().or(side_view.at())) {
        (_, Some(at)) if last.is_some() => format!("at {}", words.colours.seen(&at.to_string())),
        (Some(at), _) => format!("in sight at {}", words.colours.seen(&at.to_string())),
        (None, Some(at)) => format!("at {}, unseen", words.colours.strong(&at.to_string())),
        (None, None) => "out of sight".into(),
    };
    let mut parts = vec![place];
    parts.push(format!("{} {}", public.black(), words.ticket(Ticket::Black)));
    if rules.edition().fugitive.double > 0 || public.double() > 0 {
        parts.push(format!("{} double", public.double()));
    }
    if let Some(score) = public.score(rules) {
        parts.push(format!("{score} {}", if score == 1 { "point" } else { "points" }));
    }
    let mut text = format!("  {}: {}\n", words.fugitive, parts.join(", "));
    if rules.counts_fares() && public.turn() != Turn::Over {
        let whose = match rules.edition().fugitive.fares {
            Fares::Own { .. } => "his own tickets",
            _ => "supply for his tickets",
        };
        text.push_str(&format!("  {whose}: {}\n", purse(public.stock(), words)));
    }
    text
}

/// What only the Holmes variant has.
fn case_lines(side_view: SideView<'_>, words: &Words) -> String {
    let view = side_view.hunters();
    let (rules, public) = (view.rules(), view.public());
    let state = public.state(rules);
    let Some(case) = state.case else { return String::new() };
    let crimes = rules.edition().case.as_ref().map_or(0, |case| case.crimes);
    let fresh = [(case.fresh.black, Ticket::Black.name()), (case.fresh.double, "double")];
    let fresh = fresh.iter().filter(|(count, _)| *count > 0);
    let fresh = fresh.map(|(count, ticket)| format!("+{count} {ticket} from next turn"));
    let mut parts: Vec<String> = fresh.collect();
    parts.extend([
        format!("{} of {crimes} crimes done", case.crimes),
        format!("reserve {} black, {} double", case.reserve.black, case.reserve.double),
        format!("balloon {}", if case.balloon_used { "used" } else { "not used" }),
    ]);
    if !case.roadblocks.is_empty() {
        let blocks: Vec<String> = case.roadblocks.iter().map(ToString::to_string).collect();
        parts.push(format!("roadblocks at {}", blocks.join(", ")));
    }
    if let Some(ticket) = case.ban {
        parts.push(format!("no {} in his next turn", words.ticket(ticket)));
    }
    let mut text = wrapped("  ", parts.join(", ").split(' '));
    let asked: Vec<String> = view
        .asked()
        .iter()
        .map(|asked| {
            let answer = asked.answer.to_string();
            let answer = if answer.is_empty() { answer } else { format!(" = {answer}") };
            let token = words.translated(&asked.token.to_string());
            format!("{token}{answer} (after slot {})", asked.after_slot)
        })
        .collect();
    if !asked.is_empty() {
        text.push_str(&wrapped("  asked: ", asked.join(", ").split(' ')));
    }
    if let Some(mine) = side_view.fugitive() {
        text.push_str(&secrets(mine, words));
    }
    text
}

fn secrets(view: &FugitiveView, words: &Words) -> String {
    let position = view.position();
    let crimes: Vec<String> = position
        .secret()
        .crimes()
        .map(
            |(at, done)| {
                if done { format!("{at} (done)") } else { words.colours.strong(&at.to_string()) }
            },
        )
        .collect();
    let mut text = format!("  your crime scenes: {}", listed(&crimes, "and"));
    let hideouts = view.rules().board().marked(Mark::Hideout);
    if position.fugitive().is_some_and(|at| hideouts.contains(at)) {
        text.push_str("; you stand on a hide-out");
    }
    text + "\n"
}

/// A station's lines and marks.
pub(crate) fn look(view: &HunterView, station: Station, words: &Words) -> String {
    let (rules, public) = (view.rules(), view.public());
    let board = rules.board();
    let mut text = format!("Station {station}");
    if let Some(hunter) = rules.hunters().find(|&hunter| public.station(hunter) == Some(station)) {
        text.push_str(&format!(", where {} stands", words.piece(rules, hunter)));
    } else if public.shown() == Some(station) {
        text.push_str(&format!(", where {} was seen", words.fugitive));
    }
    let mut marks: Vec<String> = Mark::ALL
        .into_iter()
        .filter(|&mark| board.marked(mark).contains(station))
        .map(|mark| match mark {
            Mark::Hideout => "hide-out".into(),
            Mark::Crime => "crime scene".into(),
            _ => mark.name().into(),
        })
        .collect();
    marks.extend(board.quarter_of(station).map(|quarter| format!("quarter {}", quarter.name())));
    if !marks.is_empty() {
        text.push_str(&format!(" ({})", marks.join(", ")));
    }
    text.push('\n');
    for transport in Transport::ALL {
        let stops = board.neighbours(station, transport);
        if !stops.is_empty() {
            let word = match transport.ticket() {
                Some(ticket) => words.ticket(ticket),
                None => "ferry (black ticket)".into(),
            };
            text.push_str(&wrapped(&format!("  {word} "), stops.iter().map(|to| to.to_string())));
        }
    }
    text
}

/// Who has won and how, and where he was all the time.
pub(crate) fn ending(view: &HunterView, words: &Words) -> String {
    let Some(ending) = view.ending() else { return String::new() };
    let (rules, him) = (view.rules(), &words.fugitive);
    let how = match ending.outcome {
        Outcome::Captured { by, at } => {
            format!("{} captured {him} at {at}.", words.piece(rules, by))
        }
        Outcome::Cornered { at } => format!("{him} was cornered at {at} and could not move."),
        Outcome::Grounded => format!("The balloon of {him} found no place to land."),
        Outcome::Escaped => format!("{him} escaped: the last move is done."),
        Outcome::Stranded => format!("{him} got away: no detective can move any more."),
        Outcome::Crimes => format!("{him} has done his last crime."),
        Outcome::OutOfTickets => "The detectives have no ticket left.".into(),
        Outcome::GaveUp => "The detectives gave up.".into(),
        Outcome::Immobile => "No detective can move any more.".into(),
        Outcome::Conceded { side } => format!("{} gave up.", words.side(side)),
    };
    let result = match ending.score {
        Some(score) => match rules.score_range() {
            Some((_, most)) => format!("{him} scores {score} of {most} points."),
            None => format!("{him} scores {score} points."),
        },
        None if ending.outcome.winner() == Side::Hunters => "The hunters have won.".into(),
        None => format!("{him} has won."),
    };
    let mut text = format!("\n{how}\n{}\n", words.colours.strong(&result));
    let stops = ending.start.iter().chain(&ending.route).map(ToString::to_string);
    text.push_str(&wrapped("His whole way: ", stops));
    if !ending.crimes.is_empty() {
        let crimes: Vec<String> = ending
            .crimes
            .iter()
            .map(|(at, done)| format!("{at} ({})", if *done { "done" } else { "not done" }))
            .collect();
        text.push_str(&format!("His crime scenes: {}\n", crimes.join(", ")));
    }
    text
}

/// What a game is about, when it begins.
pub(crate) fn opening(view: &HunterView, words: &Words) -> String {
    let rules = view.rules();
    let title = match (&rules.edition().title, rules.board().title()) {
        (title, board) if title == board => board.to_string(),
        (title, board) => format!("{title} on {board}"),
    };
    let mut text = format!("{}. {}\n", words.colours.strong(&title), "'help' tells what to write.");
    if let Some(note) = rules.board().note() {
        text.push_str(&prose(note));
    }
    let characters: Vec<String> = rules
        .hunters()
        .filter_map(|hunter| Some(format!("{hunter} {}", character_name(rules.character(hunter)?))))
        .collect();
    if !characters.is_empty() {
        text.push_str(&prose(&format!("The detectives: {}.", characters.join(", "))));
    }
    text + &pool::opening(rules)
}
