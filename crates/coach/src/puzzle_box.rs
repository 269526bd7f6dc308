//! A set of puzzles, and what becomes of answers to them.

use std::collections::BTreeMap;

use fogbound_puzzles::{
    Answer as Solution, Escape, Judged, Kind, Limit, Puzzle, Rating, Reply, Verdict, of_day,
};
use fogbound_rules::{Action, Library, Move, Record, State, Station, StationSet};
use serde::Serialize;

use crate::call::{Answer, Refused};

/// Puzzles that were read, but are looked into only when somebody wants one.
#[derive(Default)]
pub(crate) struct PuzzleBox {
    /// In the order of the set.
    ids: Vec<String>,
    records: BTreeMap<String, Record>,
}

/// A puzzle in a list.
#[derive(Serialize)]
struct Listed<'r> {
    id: &'r str,
    /// `where`, `close 1` and so on.
    kind: &'r str,
    edition: &'r str,
    detectives: &'r str,
    themes: &'r str,
    /// Rating and deviation.
    rating: &'r str,
}

/// A puzzle as it is shown: nothing of it is the answer.
#[derive(Serialize)]
struct Shown {
    id: String,
    kind: &'static str,
    turns: u8,
    themes: Vec<&'static str>,
    rating: f64,
    /// The game up to the moment: public, but whole where the fugitive decides.
    record: String,
    /// Where he is, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<Station>,
    /// What is asked for: `stations`, `line`, `station`, or `ticket`.
    asks: &'static str,
    /// Where he can be (*Close the net*).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    possible: Vec<Station>,
    /// What the hunters can decide (*Close the net*).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    actions: Vec<Action>,
    /// Where a turn of his can end (*Slip away*).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ends: Vec<Station>,
}

/// What is said of an answer.
#[derive(Serialize)]
#[serde(tag = "verdict", rename_all = "snake_case")]
enum Said {
    Right,
    /// So many are missing, and so many are wrong: which, is for who tries again.
    Stations {
        missing: usize,
        wrong: usize,
    },
    /// The hunters have an answer to it.
    Answered,
    /// He cannot do that.
    Impossible,
}

/// How a *Close the net* stands after some decisions.
#[derive(Serialize)]
struct Stand {
    /// `right`, `replied`, `caught`, `wrong` or `impossible`: what became of the last decision.
    judged: &'static str,
    /// What he plays, where he plays something: in answer, or to escape.
    #[serde(skip_serializing_if = "Option::is_none")]
    reply: Option<Told>,
    /// How many turns are left, this one counted.
    turns: u8,
    state: State,
    possible: Vec<Station>,
    actions: Vec<Action>,
}

/// What everybody sees of a turn of his.
#[derive(Serialize)]
struct Told {
    /// Each move with the station where he shows himself, if he does.
    moves: Vec<(Move, Option<Station>)>,
    /// Where he can be after it.
    possible: Vec<Station>,
}

impl Told {
    fn of(reply: &Reply) -> Told {
        let moves = reply.moves.iter().map(|sighting| (sighting.seen, sighting.shown));
        Told { moves: moves.collect(), possible: list(reply.possible) }
    }
}

/// The ratings after a try.
#[derive(Serialize)]
struct Rated {
    solver: String,
    puzzle: f64,
}

impl PuzzleBox {
    pub(crate) fn read(text: &str) -> Result<PuzzleBox, Refused> {
        let mut read = PuzzleBox::default();
        for record in Record::parse_all(text).map_err(Refused::bad)? {
            let id = record.tag("Id").ok_or_else(|| Refused::bad("a puzzle has no name"))?.to_string();
            read.ids.push(id.clone());
            read.records.insert(id, record);
        }
        Ok(read)
    }

    pub(crate) fn list(&self) -> Answer {
        let listed = |id: &String| {
            let record = self.records.get(id)?;
            let tag = |name: &str| record.tag(name).unwrap_or("");
            let record = record.tag("Id")?;
            Some(Listed {
                id: record,
                kind: tag("Puzzle"),
                edition: tag("Edition"),
                detectives: tag("Detectives"),
                themes: tag("Themes"),
                rating: tag("Rating"),
            })
        };
        Answer::json(&self.ids.iter().filter_map(listed).collect::<Vec<_>>())
    }

    pub(crate) fn of_day(&self, day: u32) -> Result<Answer, Refused> {
        let ids: Vec<&str> = self.ids.iter().map(String::as_str).collect();
        let index = of_day(&ids, day).ok_or_else(|| Refused::not_now("there are no puzzles"))?;
        Ok(Answer::text(ids[index].into()))
    }

    fn puzzle(&self, id: &str, library: &Library) -> Result<Puzzle, Refused> {
        let record = self.records.get(id);
        let record = record.ok_or_else(|| Refused::bad("there is no such puzzle"))?.clone();
        Puzzle::read(record, library).map_err(Refused::bad)
    }

    pub(crate) fn shown(&self, id: &str, library: &Library) -> Result<Answer, Refused> {
        let puzzle = self.puzzle(id, library)?;
        let mut bare = puzzle.record().clone();
        bare.set_tag("Answer", "");
        let (mut possible, mut actions, mut ends) = (StationSet::EMPTY, vec![], StationSet::EMPTY);
        match puzzle.kind() {
            Kind::Where => {}
            Kind::Close => (possible, actions) = (puzzle.possible(), puzzle.view().actions()),
            Kind::Slip => {
                let courses = puzzle.courses(Limit::default()).map_err(Refused::bad)?;
                ends = courses.iter().filter_map(|course| course.end).collect();
            }
        }
        Ok(Answer::json(&Shown {
            id: puzzle.id().into(),
            kind: puzzle.kind().name(),
            turns: puzzle.turns(),
            themes: puzzle.themes().iter().map(|theme| theme.name()).collect(),
            rating: puzzle.rating().rating,
            record: bare.to_string(),
            at: puzzle.game().and_then(|game| game.position().fugitive()),
            asks: match puzzle.answer() {
                Solution::Stations(_) => "stations",
                Solution::Line(_) => "line",
                Solution::To(_) => "station",
                Solution::Black | Solution::Double => "ticket",
            },
            possible: list(possible),
            actions,
            ends: list(ends),
        }))
    }

    pub(crate) fn answer(&self, id: &str, text: &str, library: &Library) -> Result<Answer, Refused> {
        let puzzle = self.puzzle(id, library)?;
        let answer = Solution::parse(puzzle.kind(), text).map_err(Refused::bad)?;
        let said = match puzzle.judge(&answer).map_err(Refused::bad)? {
            Verdict::Right => Said::Right,
            Verdict::Stations { missing, wrong } => {
                Said::Stations { missing: missing.len(), wrong: wrong.len() }
            }
            Verdict::Answered | Verdict::Line { .. } | Verdict::Unfinished => Said::Answered,
            Verdict::NoSuchCourse => Said::Impossible,
        };
        Ok(Answer::json(&said))
    }

    pub(crate) fn line(
        &self,
        id: &str,
        actions: &[Action],
        library: &Library,
    ) -> Result<Answer, Refused> {
        let puzzle = self.puzzle(id, library)?;
        let attempt = puzzle.attempt();
        let mut attempt = attempt.ok_or_else(|| Refused::bad("nothing is played in this puzzle"))?;
        let (mut judged, mut reply) = ("right", None);
        for &action in actions {
            (judged, reply) = match attempt.play(action).map_err(Refused::bad)? {
                Judged::Right => ("right", None),
                Judged::Caught => ("caught", None),
                Judged::Replied(reply) => ("replied", Some(Told::of(&reply))),
                Judged::Wrong(Escape::By(reply)) => ("wrong", Some(Told::of(&reply))),
                Judged::Wrong(_) => ("wrong", None),
                Judged::Impossible => ("impossible", None),
            };
            if matches!(judged, "caught" | "wrong" | "impossible") {
                break;
            }
        }
        let public = attempt.public();
        let mut next = vec![];
        public.for_each_hunters_action(puzzle.rules(), &mut |action| next.push(action));
        Ok(Answer::json(&Stand {
            judged,
            reply,
            turns: attempt.turns(),
            state: public.state(puzzle.rules()),
            possible: list(attempt.possible()),
            actions: next,
        }))
    }

    pub(crate) fn solution(&self, id: &str, library: &Library) -> Result<Answer, Refused> {
        Ok(Answer::text(self.puzzle(id, library)?.answer().to_string()))
    }

    pub(crate) fn rate(
        &self,
        id: &str,
        rating: &str,
        puzzle: Option<&str>,
        solved: bool,
        library: &Library,
    ) -> Result<Answer, Refused> {
        let puzzle = match puzzle {
            Some(rating) => rating.parse().map_err(Refused::bad)?,
            None => self.puzzle(id, library)?.rating(),
        };
        let solver = match rating {
            "" => Rating::default(),
            rating => rating.parse().map_err(Refused::bad)?,
        };
        let (solver, rated) = Rating::after_try(solver, puzzle, solved);
        Ok(Answer::json(&Rated { solver: solver.to_string(), puzzle: rated.rating }))
    }
}

fn list(set: StationSet) -> Vec<Station> {
    set.iter().collect()
}
