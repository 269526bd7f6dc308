//! Every kind of reason and note, in games and puzzles that are committed: where it is true, and not where it is not.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use fogbound_engine::Belief;
use fogbound_engine::value::Network;
use fogbound_puzzles::{Answer, COMMITTED, Judged, Kind, Limit, Puzzle, parse};
use fogbound_rules::{Game, Library, Play, Record, Replay, Side};

use super::*;
use crate::judge::{Better, Judge, Mover, Settings};

const GAMES: [(&str, &str); 6] = [
    ("beginner-fugitive", include_str!("../../../../docs/examples/reviewed/beginner-fugitive.fog")),
    ("beginner-hunters", include_str!("../../../../docs/examples/reviewed/beginner-hunters.fog")),
    ("classic-fugitive", include_str!("../../../../docs/examples/reviewed/classic-fugitive.fog")),
    ("holmes-fugitive", include_str!("../../../../docs/examples/reviewed/holmes-fugitive.fog")),
    ("modern-fugitive", include_str!("../../../../docs/examples/reviewed/modern-fugitive.fog")),
    ("modern-hunters", include_str!("../../../../docs/examples/reviewed/modern-hunters.fog")),
];

/// A moment of a game at which somebody decides.
struct Moment {
    game: Game,
    odds: Odds,
    choices: Vec<Action>,
    played: Action,
}

fn game(text: &str) -> Game {
    let record = Record::parse(text).expect("a record");
    let rules = record.rules_in(&Library::default()).expect("rules");
    match record.replay(&rules).expect("it is right") {
        Replay::Whole(game) => *game,
        Replay::Public(_) => panic!("it is whole"),
    }
}

fn judge_of(rules: &Arc<Rules>) -> Judge {
    Judge::new(rules, Settings::default())
}

/// Every moment of a game at which somebody decides, with the step of the game that it is.
fn moments(text: &str) -> BTreeMap<usize, Moment> {
    let whole = game(text);
    let mut now = Game::new(Arc::clone(whole.rules()), whole.setup().clone()).expect("a deal");
    let mut judge = judge_of(whole.rules());
    let mut found = BTreeMap::new();
    for (step, &play) in whole.plays().iter().enumerate() {
        if let Play::Action(played) = play {
            let (his, theirs) = (now.fugitive_view(), now.hunters_view());
            let odds = judge.odds(&theirs).clone();
            let mover = match played.side() {
                Side::Fugitive => Mover::Fugitive(&his),
                Side::Hunters => Mover::Hunters(&theirs),
            };
            let choices = judge.choices(mover, played);
            found.insert(step, Moment { game: now.clone(), odds, choices, played });
        }
        now.play(play).expect("it was played so");
    }
    found
}

impl Moment {
    /// All reasons why one decision is better than another.
    fn reasons(
        &self,
        evaluator: &Evaluator,
        played: Action,
        better: Action,
    ) -> (Vec<Reason>, Certainty) {
        let (reasons, certainty) = match played.side() {
            Side::Hunters => {
                all_of_hunters(&self.game.hunters_view(), &self.odds, evaluator, played, better)
            }
            Side::Fugitive => {
                all_of_fugitive(&self.game.fugitive_view(), &self.odds, evaluator, played, better)
            }
        };
        (reasons.into_iter().map(|(_, reason)| reason).collect(), certainty)
    }

    /// What is noted of a decision of his that is called so, if another is better.
    fn notes(&self, played: Action, class: Class, better: Option<Action>) -> Vec<Note> {
        let better = better.map(|action| Better {
            action,
            reasons: vec![Reason::Deeper],
            certainty: Certainty::Likely,
        });
        let judgement = Judgement { class, better, ..Judgement::conceded() };
        notes(&self.game.fugitive_view(), &self.odds, played, &judgement)
    }

    fn after(&self, action: Action) -> Game {
        let mut after = self.game.clone();
        after.play(action.into()).expect("it can be decided");
        after
    }

    /// How many hunters can enter the station where he then is: by the list of all they can decide; none if it is not their turn, or not
    /// all of them are in the list.
    fn entering(&self, action: Action) -> Option<usize> {
        let after = self.after(action);
        let at = after.position().fugitive()?;
        let (mut all, mut entering) = (BTreeSet::new(), BTreeSet::new());
        if after.turn() == Turn::Hunters {
            for action in after.hunters_view().actions() {
                let Action::Hunt { hunter, to, .. } = action else { continue };
                all.insert(hunter.place());
                if to == at {
                    entering.insert(hunter.place());
                }
            }
        }
        (all.len() == after.rules().hunters().count()).then_some(entering.len())
    }

    fn decision(&self, words: &str) -> Action {
        let found = self.choices.iter().find(|action| action.to_string() == words);
        *found.unwrap_or_else(|| panic!("{words} is not among {:?}", self.choices))
    }
}

fn kind(reason: &Reason) -> String {
    let json = serde_json::to_value(reason).expect("JSON");
    json["reason"].as_str().expect("a word").into()
}

fn evaluator(rules: &Rules) -> Evaluator {
    Evaluator::new(rules, Network::trained())
}

/// Game, step, what was decided, what is better, the kind of the reason, and its words.
type Case = (&'static str, usize, &'static str, &'static str, &'static str, &'static str);

/// The other way round none of these holds.
const ONE_WAY: [Case; 19] = [
    (
        "beginner-fugitive",
        0,
        "d1 at 124",
        "d1 at 46",
        "reach",
        "two moves from here lead to 38 stations, from the better one to 43",
    ),
    ("beginner-fugitive", 4, "67", "66", "near", "1 hunter is within two moves, with the better move 0"),
    ("beginner-fugitive", 4, "67", "double 81", "double_kept", "this is where a double helps"),
    (
        "beginner-fugitive",
        6,
        "d2 128",
        "d2 118",
        "ahead",
        "in 3 moves he gets to 8 stations ahead of all hunters, with the better move to 6",
    ),
    (
        "beginner-fugitive",
        9,
        "68",
        "102",
        "ahead",
        "in 3 moves he gets to 0 stations ahead of all hunters, with the better move to 2",
    ),
    (
        "beginner-fugitive",
        9,
        "68",
        "102",
        "exits",
        "1 way on that no hunter reaches at once, with the better move 4",
    ),
    (
        "beginner-fugitive",
        34,
        "71",
        "black 29",
        "gave_away",
        "then he can be at 1 station, with the better move at 4",
    ),
    ("beginner-fugitive", 34, "71", "black 29", "black_kept", "this is where a black ticket helps"),
    (
        "beginner-fugitive",
        23,
        "d4 61",
        "d4 79",
        "distance",
        "5.0 moves from where he can be on average, with the better move 4.0",
    ),
    (
        "beginner-fugitive",
        37,
        "d3 104",
        "d3 87",
        "ways_out",
        "this lets him out by taxi: 1 station more",
    ),
    ("beginner-hunters", 8, "d4 29", "d4 52", "ways_out", "this lets him out: 2 stations more"),
    ("beginner-hunters", 29, "double 39", "38", "double_spent", "the double is not needed"),
    (
        "beginner-hunters",
        29,
        "double 39",
        "38",
        "threat",
        "2 hunters enter here at once, with the better move 1",
    ),
    (
        "beginner-hunters",
        24,
        "black 25",
        "15",
        "black_spent",
        "the black ticket hides no more than 1 station",
    ),
    (
        "classic-fugitive",
        26,
        "black 119",
        "taxi 162",
        "black_spent",
        "the black ticket hides no more than 4 stations",
    ),
    (
        "classic-fugitive",
        31,
        "double taxi 107",
        "double taxi 136",
        "threat",
        "1 hunter enters here at once, with the better move 0",
    ),
    (
        "holmes-fugitive",
        61,
        "d4 underground 89",
        "d4 underground 140",
        "catch",
        "a chance of 0 % that he is here, with the better move 3 %",
    ),
    (
        "modern-hunters",
        28,
        "d3 bus 191",
        "d3 taxi 149",
        "catch",
        "a chance of 0 % that he is here, with the better move 7 %",
    ),
    (
        "classic-fugitive",
        7,
        "d2 taxi 40",
        "d2 taxi 28",
        "ways_out",
        "this lets him out by taxi: 1 station more",
    ),
];

#[test]
fn each_reason_is_given_where_it_holds_and_not_the_other_way_round() {
    let all: BTreeMap<&str, BTreeMap<usize, Moment>> =
        GAMES.into_iter().map(|(name, text)| (name, moments(text))).collect();
    for (name, step, played, better, reason, words) in ONE_WAY {
        let moment = &all[name][&step];
        let evaluator = evaluator(moment.game.rules());
        let [played, better] = [played, better].map(|words| moment.decision(words));
        let (reasons, _) = moment.reasons(&evaluator, played, better);
        let said = reasons.iter().find(|found| kind(found) == reason);
        let said = said.map(ToString::to_string);
        assert_eq!(said.as_deref(), Some(words), "{name}, step {step}: {played}, better {better}");
        let (reasons, _) = moment.reasons(&evaluator, better, played);
        assert!(reasons.iter().all(|found| kind(found) != reason), "{name}, step {step}: {reasons:?}");
    }
    // By which of two tickets he goes to one station tells of both; where both are at hand it is no matter.
    let reasons = |name: &str, step, played, better| {
        let moment = &all[name][&step];
        let (played, better) = (moment.decision(played), moment.decision(better));
        moment.reasons(&evaluator(moment.game.rules()), played, better).0
    };
    let scarce = Reason::ScarceTicket { ticket: Ticket::Bus, left: 3 };
    assert_eq!(scarce.to_string(), "this leaves 2 tickets for the bus");
    assert!(reasons("classic-fugitive", 44, "d2 bus 42", "d2 taxi 42").contains(&scarce));
    let elsewhere = reasons("classic-fugitive", 2, "d2 taxi 27", "d2 taxi 39");
    assert!(elsewhere.iter().all(|reason| kind(reason) != "scarce_ticket"), "{elsewhere:?}");
    // He shows himself in slots 3, 8, 13 and 18.
    let shows = |moves: u8| Reason::RevealNext { moves };
    assert!(reasons("classic-fugitive", 5, "bus 199", "bus 128").contains(&shows(2)));
    assert!(reasons("classic-fugitive", 10, "taxi 171", "double taxi 198").contains(&shows(1)));
    for moment in all["classic-fugitive"].values().filter(|one| one.played.side() == Side::Fugitive) {
        let slot = moment.game.position().public().filled() + 1;
        let until = [3i16, 8, 13, 18].into_iter().map(|shown| shown - i16::from(slot));
        let soon =
            until.filter(|moves| (0..=1).contains(moves)).map(|moves| shows(moves as u8 + 1)).next();
        let evaluator = evaluator(moment.game.rules());
        let (found, _) = moment.reasons(&evaluator, moment.played, moment.choices[0]);
        let found = found.into_iter().find(|reason| kind(reason) == "reveal_next");
        assert_eq!(found, soon, "slot {slot}");
    }
    // Nothing holds: it shows further on.
    let nothing = reasons("beginner-fugitive", 0, "d1 at 46", "d1 at 124");
    assert_eq!(nothing, []);
    assert_eq!(ranked(vec![]), [Reason::Deeper]);
    assert!(Reason::Deeper.to_string().contains("further on"));
}

/// What reasons claim is counted anew, by playing the decisions; and of two decisions none is said to be better than the other for the
/// same reason.
#[test]
fn what_reasons_and_notes_claim_is_so() {
    let (mut threats, mut gave_away, mut risks, mut safe) = (0, 0, 0, 0);
    for (name, text) in GAMES {
        let evaluator = evaluator(game(text).rules());
        for (step, moment) in moments(text) {
            let played = moment.played;
            for turn in 1..=4 {
                let better = moment.choices[(turn * step + 1) % moment.choices.len()];
                let (reasons, _) = moment.reasons(&evaluator, played, better);
                let (others, _) = moment.reasons(&evaluator, better, played);
                for reason in &reasons {
                    let both_ways =
                        matches!(reason, Reason::ScarceTicket { .. } | Reason::RevealNext { .. });
                    assert!(
                        both_ways || others.iter().all(|other| kind(other) != kind(reason)),
                        "{name}, step {step}: {reason}"
                    );
                    let possible =
                        |action| Belief::of(&moment.after(action).hunters_view()).possible().len();
                    match *reason {
                        Reason::Threat { hunters, instead } => {
                            threats += 1;
                            let entering = [played, better].map(|action| moment.entering(action));
                            for (found, said) in entering.into_iter().zip([hunters, instead]) {
                                assert!(found.is_none_or(|found| found == said), "{name}, step {step}");
                            }
                        }
                        Reason::GaveAway { stations, instead } => {
                            gave_away += 1;
                            let found = [played, better].map(possible);
                            assert_eq!(found, [stations, instead], "{name}, step {step}");
                        }
                        _ => {}
                    }
                }
            }
            if played.side() == Side::Hunters {
                continue;
            }
            // A risk is needless where hunters enter here, and nobody enters there.
            let entering: Vec<(Action, usize)> = moment
                .choices
                .iter()
                .filter_map(|&action| Some((action, moment.entering(action)?)))
                .collect();
            for &(played, here) in entering.iter().step_by(2) {
                for &(better, there) in entering.iter().step_by(3) {
                    let notes = moment.notes(played, Class::Mistake, Some(better));
                    let said = notes.iter().find_map(|note| match note {
                        Note::NeedlessRisk { hunters, .. } => Some(*hunters),
                        _ => None,
                    });
                    let needless = Some(here).filter(|&here| here > 0 && there == 0);
                    assert_eq!(said, needless, "{name}, step {step}: {played}, better {better}");
                    *(if said.is_some() { &mut risks } else { &mut safe }) += 1;
                }
            }
        }
    }
    assert!(
        threats > 10 && gave_away > 10 && risks > 10 && safe > 10,
        "{threats} {gave_away} {risks} {safe}"
    );
}

#[test]
fn each_note_is_made_where_it_holds_and_not_elsewhere() {
    let classic = moments(GAMES[2].1);
    let (first, second) = (moments(GAMES[0].1), moments(GAMES[1].1));
    // A black ticket that hides one station is wasted, one that hides four is not.
    let black = &second[&24];
    let notes = black.notes(black.decision("black 25"), Class::Best, None);
    assert_eq!(notes, [Note::BlackWasted { more: 1 }]);
    assert_eq!(notes[0].to_string(), "a wasted black ticket: it hides 1 station more");
    let black = &classic[&26];
    assert_eq!(black.notes(black.decision("black 119"), Class::Best, None), []);
    // A double is wasted if a single move is better, by an inaccuracy at least.
    let double = &second[&29];
    let (played, single, other) =
        (double.decision("double 39"), double.decision("38"), double.decision("double 38"));
    let wasted = |class, better| double.notes(played, class, better).contains(&Note::DoubleWasted);
    assert!(wasted(Class::Inaccuracy, Some(single)));
    assert!(!wasted(Class::Good, Some(single)) && !wasted(Class::Blunder, Some(other)));
    assert!(!wasted(Class::Best, None));
    assert_eq!(Note::DoubleWasted.to_string(), "a wasted double: a single move is better");
    // He gives himself away where half as many stations are left, and that costs something.
    let seen = &first[&34];
    let (played, hidden) = (seen.decision("71"), seen.decision("black 29"));
    let away = Note::GaveAway { stations: 1, instead: 4 };
    assert_eq!(away.to_string(), "he gave himself away: 1 station possible in place of 4");
    assert!(seen.notes(played, Class::Inaccuracy, Some(hidden)).contains(&away));
    assert!(!seen.notes(played, Class::Good, Some(hidden)).contains(&away));
    assert!(!seen.notes(hidden, Class::Blunder, Some(played)).contains(&away));
    let risk = Note::NeedlessRisk { hunters: 2, chance: 0.25 };
    assert_eq!(risk.to_string(), "a needless risk: 2 hunters enter, one of 4 stations to guess");
}

fn puzzles(kind: Kind) -> Vec<Puzzle> {
    let library = Library::default();
    let read = |(_, text): (&str, &str)| parse(text, &library).expect("puzzles");
    let mut puzzles: Vec<Puzzle> = COMMITTED.into_iter().flat_map(read).collect();
    puzzles.retain(|puzzle| puzzle.kind() == kind && !puzzle.rules().has_case());
    puzzles
}

/// In a *Close the net* the first move of a line that forces it closes a net, beside one after which he escapes.
#[test]
fn a_net_is_closed_where_the_puzzle_says_so() {
    let (mut nets, mut none) = ([0, 0], 0);
    for puzzle in puzzles(Kind::Close).iter().step_by(2) {
        let view = puzzle.view();
        let mut judge = judge_of(puzzle.rules());
        let odds = judge.odds(&view).clone();
        let evaluator = evaluator(puzzle.rules());
        let Answer::Line(line) = puzzle.answer() else { panic!("a line") };
        let Action::Hunt { hunter: first, .. } = line[0] else { continue };
        let attempt = puzzle.attempt().expect("a net");
        for action in view.actions() {
            if !matches!(action, Action::Hunt { hunter, .. } if hunter == first) {
                continue;
            }
            let judged = attempt.clone().play(action).expect("it is searched");
            let (reasons, certainty) = all_of_hunters(&view, &odds, &evaluator, action, line[0]);
            let net = reasons.iter().find_map(|(_, reason)| match reason {
                Reason::Net { turns } => Some(*turns),
                _ => None,
            });
            let escapes = matches!(judged, Judged::Wrong(_));
            match net {
                Some(turns) => {
                    assert!(escapes && turns == puzzle.turns(), "{}: {action}", puzzle.id());
                    assert_eq!(certainty, Certainty::Proven);
                    nets[usize::from(turns) - 1] += 1;
                }
                None => none += usize::from(!escapes || puzzle.rules().is_scored()),
            }
            if puzzle.turns() == 2
                && escapes
                && !puzzle.rules().is_scored()
                && odds.belief().possible().len() <= 8
            {
                assert_eq!(net, Some(2), "{}: {action}", puzzle.id());
            }
        }
    }
    assert!(nets.iter().all(|&nets| nets >= 5) && none > 20, "{nets:?} {none}");
    let words = [Reason::Net { turns: 1 }, Reason::Netted { turns: 2 }].map(|reason| reason.to_string());
    assert_eq!(words[0], "with the better move he is caught within 1 turn");
    assert_eq!(words[1], "then he can be caught within 2 turns, whatever he does");
}

/// In a *Slip away* hunters catch him after all moves but some; where they see him, they can be sure of it.
#[test]
fn he_is_netted_where_the_puzzle_says_so() {
    let (mut netted, mut in_sight, mut none) = (0, 0, 0);
    for puzzle in puzzles(Kind::Slip) {
        let game = puzzle.game().expect("it is whole");
        let (his, theirs) = (game.fugitive_view(), game.hunters_view());
        let mut judge = judge_of(game.rules());
        let odds = judge.odds(&theirs).clone();
        let evaluator = evaluator(game.rules());
        let courses = puzzle.courses(Limit::default()).expect("it is searched");
        let single = |safe| {
            let one =
                courses.iter().filter(move |course| course.safe == safe && course.actions.len() == 1);
            one.map(|course| course.actions[0]).take(3).collect::<Vec<_>>()
        };
        for &safe in &single(true) {
            for &caught in &single(false) {
                let of = |played, better| {
                    let (reasons, certainty) = all_of_fugitive(&his, &odds, &evaluator, played, better);
                    let found = reasons.iter().find_map(|(_, reason)| match reason {
                        Reason::Netted { turns } => Some(*turns),
                        _ => None,
                    });
                    assert!(found.is_none() || certainty == Certainty::Proven);
                    found
                };
                let found = of(caught, safe);
                netted += usize::from(found.is_some());
                let left = left(&his, &odds, caught).expect("a move");
                let bare = !game.rules().is_scored() && puzzle.turns() == 2;
                if bare && left.possible.len() == 1 {
                    assert!(found.is_some(), "{}: {caught}, better {safe}", puzzle.id());
                    in_sight += 1;
                }
                // Who is safe for two turns is not netted within them, by hunters who know less than all.
                if puzzle.turns() == 2 {
                    assert_eq!(of(safe, caught), None, "{}: {safe}, better {caught}", puzzle.id());
                    none += 1;
                }
            }
        }
    }
    assert!(netted >= 10 && in_sight >= 5 && none >= 50, "{netted} {in_sight} {none}");
}
