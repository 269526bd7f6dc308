//! What a puzzle is about, by facts that are computed.

use fogbound_engine::Belief;
use fogbound_rules::{
    Action, HunterView, Leg, LogSlot, Mark, Move, PublicEvent, Rules, Station, Ticket, Transport,
};

use crate::hunt::Limit;
use crate::puzzle::{Answer, Kind, Puzzle};

/// What a puzzle is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Theme {
    /// One station is left (*Where is he?*).
    Alone,
    /// He plays a black ticket.
    Black,
    /// He plays a double.
    Double,
    /// He may have gone, or has to go, by ferry.
    Ferry,
    /// A hunter, or he, goes by underground.
    Underground,
    /// He stands in plain sight.
    Reveal,
    /// He has to be caught at two stations or more.
    Pincer,
    /// He is caught without a capture: no move is left to him.
    Corner,
    /// The detectives share a pool.
    Pool,
    /// Bobbies take part.
    Bobbies,
    /// A hide-out was used, or is (Holmes).
    HideOut,
    /// A crime was committed, or is (Holmes).
    Crime,
    /// Somebody was asked (Holmes).
    Token,
    /// The balloon took him away, or may (Holmes).
    Balloon,
}

impl Theme {
    /// All of them.
    pub const ALL: [Theme; 14] = [
        Theme::Alone,
        Theme::Black,
        Theme::Double,
        Theme::Ferry,
        Theme::Underground,
        Theme::Reveal,
        Theme::Pincer,
        Theme::Corner,
        Theme::Pool,
        Theme::Bobbies,
        Theme::HideOut,
        Theme::Crime,
        Theme::Token,
        Theme::Balloon,
    ];

    /// The word for it in files.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Alone => "alone",
            Theme::Black => "black",
            Theme::Double => "double",
            Theme::Ferry => "ferry",
            Theme::Underground => "underground",
            Theme::Reveal => "reveal",
            Theme::Pincer => "pincer",
            Theme::Corner => "corner",
            Theme::Pool => "pool",
            Theme::Bobbies => "bobbies",
            Theme::HideOut => "hide-out",
            Theme::Crime => "crime",
            Theme::Token => "token",
            Theme::Balloon => "balloon",
        }
    }

    pub(crate) fn parse_all(text: &str) -> Result<Vec<Theme>, String> {
        let known = |word: &str| Theme::ALL.into_iter().find(|theme| theme.name() == word);
        let words = text.split_whitespace();
        words.map(|word| known(word).ok_or_else(|| format!("there is no theme '{word}'"))).collect()
    }

    pub(crate) fn words(themes: &[Theme]) -> String {
        themes.iter().map(|theme| theme.name()).collect::<Vec<_>>().join(" ")
    }
}

/// The themes of a puzzle, in the order of [`Theme::ALL`].
pub(crate) fn of(puzzle: &Puzzle) -> Vec<Theme> {
    let (rules, view) = (puzzle.rules(), puzzle.view());
    let mut themes = Vec::new();
    let mut add = |theme, holds: bool| {
        if holds {
            themes.push(theme);
        }
    };
    add(Theme::Bobbies, rules.bobbies() > 0);
    add(Theme::Pool, rules.is_pooled());
    add(Theme::Reveal, puzzle.kind() != Kind::Where && view.public().shown().is_some());
    match puzzle.answer() {
        Answer::Stations(set) => {
            add(Theme::Alone, set.len() == 1);
            let belief = Belief::of(&view);
            let ferried = |at: Station| belief.path_to(at).is_some_and(|path| takes_ferry(rules, &path));
            add(Theme::Ferry, set.iter().any(ferried));
            of_log(&view, &mut add);
        }
        Answer::Line(line) => {
            add(Theme::Pincer, puzzle.possible().len() > 1);
            let rides = |action: &Action| {
                matches!(action, Action::Hunt { ticket: Some(Ticket::Underground), .. })
            };
            add(Theme::Underground, line.iter().any(rides));
            add(Theme::Corner, corners(puzzle, line));
        }
        Answer::To(_) | Answer::Black | Answer::Double => {
            let courses = puzzle.courses(Limit::default()).unwrap_or_default();
            let safe: Vec<_> = courses.iter().filter(|course| course.safe).collect();
            let every = |holds: &dyn Fn(&Action) -> bool| {
                !safe.is_empty() && safe.iter().all(|course| course.actions.iter().any(holds))
            };
            add(Theme::Black, every(&|action| plays(action, Ticket::Black)));
            add(Theme::Underground, every(&|action| plays(action, Ticket::Underground)));
            add(Theme::Double, safe.iter().all(|course| course.doubles()) && !safe.is_empty());
            let start = puzzle.game().and_then(|game| game.position().fugitive());
            let mut ferried = safe.iter().map(|course| {
                let ends = course.actions.iter().filter_map(|action| match action {
                    Action::Move(m) => Some(m.to),
                    _ => None,
                });
                takes_ferry(rules, &start.into_iter().chain(ends).collect::<Vec<_>>())
            });
            add(Theme::Ferry, !safe.is_empty() && ferried.all(|by_ferry| by_ferry));
            let any =
                |holds: fn(&Action) -> bool| safe.iter().any(|course| course.actions.iter().any(holds));
            add(Theme::Crime, any(|action| matches!(action, Action::Move(Move { crime: true, .. }))));
            let hideout = rules.board().marked(Mark::Hideout);
            add(
                Theme::HideOut,
                rules.has_case()
                    && safe.iter().any(|course| course.end.is_some_and(|at| hideout.contains(at))),
            );
            add(Theme::Balloon, any(|action| matches!(action, Action::Balloon { .. })));
        }
    }
    themes.sort_unstable();
    themes
}

fn plays(action: &Action, ticket: Ticket) -> bool {
    matches!(action, Action::Move(m) if m.ticket == Some(ticket))
}

/// What the log tells since he was seen last.
fn of_log(view: &HunterView, add: &mut impl FnMut(Theme, bool)) {
    let hidden =
        view.log().iter().rposition(|slot| slot.moved.at.is_some()).map_or(0, |index| index + 1);
    let recent = &view.log()[hidden..];
    let any = |holds: fn(&LogSlot) -> bool| recent.iter().any(holds);
    add(Theme::Black, any(|slot| slot.moved.ticket == Some(Ticket::Black)));
    add(Theme::Underground, any(|slot| slot.moved.ticket == Some(Ticket::Underground)));
    add(Theme::Double, any(|slot| slot.moved.leg != Leg::Single));
    add(Theme::HideOut, any(|slot| slot.moved.ability.is_some()));
    add(Theme::Crime, any(|slot| slot.moved.crime));
    let first = recent.first().map_or(u8::MAX, |slot| slot.moved.slot);
    add(Theme::Token, view.asked().iter().any(|asked| asked.after_slot >= first));
    let seen_last = hidden.checked_sub(1).and_then(|index| view.log().get(index));
    add(Theme::Balloon, seen_last.is_some_and(|slot| slot.moved.balloon));
}

/// Whether some step of a path is possible by ferry alone.
fn takes_ferry(rules: &Rules, path: &[Station]) -> bool {
    path.windows(2).any(|step| {
        let links = rules.board().links(step[0]).iter();
        let mut there = links.filter(|link| link.to == step[1]);
        there.clone().next().is_some()
            && there.all(|link| link.by.iter().all(|by| by == Transport::Ferry))
    })
}

/// Whether the line leaves a possible station that nobody enters, and yet he is caught in this turn.
fn corners(puzzle: &Puzzle, line: &[Action]) -> bool {
    if puzzle.turns() != 1 {
        return false;
    }
    let entered =
        |at: Station| line.iter().any(|action| matches!(action, Action::Hunt { to, .. } if *to == at));
    puzzle.possible().iter().any(|at| !entered(at))
}

/// How many moves ago he was seen last.
pub(crate) fn moves_hidden(view: &HunterView) -> usize {
    let moves = view.events().iter().filter_map(|event| match event {
        PublicEvent::Moved(moved) => Some(moved.at.is_some()),
        _ => None,
    });
    moves.fold(0, |hidden, shown| if shown { 0 } else { hidden + 1 })
}
