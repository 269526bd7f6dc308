//! A puzzle: a moment of a game, what is asked, and the answer.

use std::fmt;
use std::sync::Arc;

use fogbound_engine::Belief;
use fogbound_rules::{
    Action, Game, Hunter, HunterView, Library, Phase, Record, RecordError, Replay, Rules, Station,
    StationSet, Turn,
};

use crate::hash::lasting;
use crate::hunt::{Limit, Node, TooLong};
use crate::net::{Attempt, Escape, Judged, Net};
use crate::rating::Rating;
use crate::slip::{Course, courses};
use crate::theme::{self, Theme};

/// What a puzzle asks for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Where is he? Every station where he can be, from what everybody knows.
    Where,
    /// Close the net: the hunters are to move, and catch him within so many of their turns wherever he is
    /// and whatever he does, from what everybody knows.
    Close,
    /// Slip away: the fugitive is to move; after one destination, or with one kind of ticket, no play of
    /// the hunters catches him within so many of their turns, even if they know where he is. After
    /// anything else they can.
    Slip,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 3] = [Kind::Where, Kind::Close, Kind::Slip];

    /// The word for it in files.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Where => "where",
            Kind::Close => "close",
            Kind::Slip => "slip",
        }
    }

    /// The kind of that name.
    pub fn named(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// For how many turns of the hunters it may ask.
    const fn turns(self) -> &'static [u8] {
        match self {
            Kind::Where => &[0],
            Kind::Close | Kind::Slip => &[1, 2],
        }
    }
}

/// What is right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Exactly these stations (*Where is he?*).
    Stations(StationSet),
    /// A first turn of the hunters that forces it; others may too (*Close the net*).
    Line(Vec<Action>),
    /// The turn must end there (*Slip away*).
    To(Station),
    /// A black ticket must be played (*Slip away*).
    Black,
    /// A double must be played (*Slip away*).
    Double,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joined = |words: Vec<String>, between: &str| words.join(between);
        match self {
            Answer::Stations(set) => {
                f.write_str(&joined(set.iter().map(|at| at.to_string()).collect(), " "))
            }
            Answer::Line(line) => {
                f.write_str(&joined(line.iter().map(Action::to_string).collect(), "; "))
            }
            Answer::To(at) => write!(f, "to {at}"),
            Answer::Black => f.write_str("black"),
            Answer::Double => f.write_str("double"),
        }
    }
}

impl Answer {
    /// Reads an answer to a puzzle of some kind.
    pub fn parse(kind: Kind, text: &str) -> Result<Answer, String> {
        let station = |word: &str| {
            let number = word.parse().ok().and_then(Station::new);
            number.ok_or_else(|| format!("'{word}' is no station"))
        };
        match kind {
            Kind::Where => {
                let words = text.split([' ', ',']).filter(|word| !word.is_empty());
                let set: StationSet = words.map(station).collect::<Result<_, _>>()?;
                if set.is_empty() {
                    return Err("name every station where he can be, such as '45 67'".into());
                }
                Ok(Answer::Stations(set))
            }
            Kind::Close => {
                let items = text.split(';').map(str::trim).filter(|item| !item.is_empty());
                let line: Vec<Action> = items
                    .map(|item| item.parse::<Action>().map_err(|error| format!("'{item}': {error}")))
                    .collect::<Result<_, _>>()?;
                if line.is_empty() {
                    return Err("name the hunters' moves, such as 'd1 taxi 45; d2 bus 67'".into());
                }
                Ok(Answer::Line(line))
            }
            Kind::Slip => match text.trim() {
                "black" => Ok(Answer::Black),
                "double" => Ok(Answer::Double),
                text => station(text.strip_prefix("to ").unwrap_or(text).trim())
                    .map(Answer::To)
                    .map_err(|_| format!("'{text}' is no answer: write 'to 45', 'black' or 'double'")),
            },
        }
    }
}

/// Why a puzzle is none.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum PuzzleError {
    #[error("{0}")]
    Record(#[from] RecordError),
    #[error("the tag {tag} is missing, or makes no sense: {reason}")]
    Tag { tag: &'static str, reason: String },
    #[error("its name is {stored}, but what it holds is called {found}")]
    Name { stored: String, found: String },
    #[error("{0}")]
    Moment(&'static str),
    #[error("the answer is '{found}', not '{stored}'")]
    Answer { stored: Answer, found: Answer },
    #[error("the stored line does not force it: '{0}' is wrong")]
    Line(Action),
    #[error("the stored line ends before the turn does")]
    Unfinished,
    #[error("he can escape")]
    Escapes,
    #[error("he is caught in fewer turns")]
    Sooner,
    #[error("nothing saves him")]
    Hopeless,
    #[error("there are several answers: {0}")]
    Several(String),
    #[error("the themes are '{found}', not '{stored}'")]
    Themes { stored: String, found: String },
    #[error("{0}")]
    TooLong(#[from] TooLong),
}

/// Where the moment of a puzzle is known from.
#[derive(Clone, Debug)]
enum Moment {
    Public(Box<HunterView>),
    Whole(Box<Game>),
}

/// A moment of a game, what is asked, and the answer. It holds nothing of a game that goes on.
#[derive(Clone, Debug)]
pub struct Puzzle {
    id: String,
    kind: Kind,
    turns: u8,
    moment: Moment,
    record: Record,
    answer: Answer,
    themes: Vec<Theme>,
    rating: Rating,
}

const KIND: &str = "Puzzle";
const ID: &str = "Id";
const ANSWER: &str = "Answer";
const THEMES: &str = "Themes";
const RATING: &str = "Rating";

impl Puzzle {
    /// Reads a puzzle from its record. Whether the answer is right is for [`Puzzle::check`].
    pub fn read(record: Record, library: &Library) -> Result<Puzzle, PuzzleError> {
        let tag = |tag: &'static str| {
            record.tag(tag).ok_or(PuzzleError::Tag { tag, reason: "there is none".into() })
        };
        let wrong = |tag: &'static str, reason: String| PuzzleError::Tag { tag, reason };
        let (kind, turns) = parse_kind(tag(KIND)?).map_err(|reason| wrong(KIND, reason))?;
        let answer = Answer::parse(kind, tag(ANSWER)?).map_err(|reason| wrong(ANSWER, reason))?;
        let themes = Theme::parse_all(tag(THEMES)?).map_err(|reason| wrong(THEMES, reason))?;
        let rating = tag(RATING)?.parse().map_err(|reason| wrong(RATING, reason))?;
        let id = tag(ID)?.to_string();
        let rules = record.rules_in(library)?;
        let replay = record.replay(&rules)?;
        let moment = Moment::of(kind, replay)?;
        let puzzle = Puzzle { id, kind, turns, moment, record, answer, themes, rating };
        let found = puzzle.name();
        if found != puzzle.id {
            return Err(PuzzleError::Name { stored: puzzle.id, found });
        }
        Ok(puzzle)
    }

    /// A puzzle about this moment of a game, solved; an error if it has no answer, or several.
    pub(crate) fn of(game: &Game, kind: Kind, turns: u8, limit: Limit) -> Result<Puzzle, PuzzleError> {
        let record = match kind {
            Kind::Where | Kind::Close => Record::of(game)?,
            Kind::Slip => Record::whole(game)?,
        };
        let replay = match kind {
            Kind::Slip => Replay::Whole(Box::new(game.clone())),
            _ => Replay::Public(Box::new(game.hunters_view())),
        };
        let moment = Moment::of(kind, replay)?;
        let answer = Answer::Black; // until it is solved
        let rating = Rating::default();
        let mut puzzle =
            Puzzle { id: String::new(), kind, turns, moment, record, answer, themes: vec![], rating };
        puzzle.answer = puzzle.solve(limit)?;
        puzzle.themes = theme::of(&puzzle);
        puzzle.id = puzzle.name();
        puzzle.write_tags();
        Ok(puzzle)
    }

    fn write_tags(&mut self) {
        let kind = match self.turns {
            0 => self.kind.name().to_string(),
            turns => format!("{} {turns}", self.kind.name()),
        };
        let themes = Theme::words(&self.themes);
        let tags = [
            (KIND, kind),
            (ID, self.id.clone()),
            (ANSWER, self.answer.to_string()),
            (THEMES, themes),
            (RATING, self.rating.to_string()),
        ];
        for (tag, value) in tags {
            self.record.set_tag(tag, &value);
        }
    }

    /// A name that follows from what the puzzle is, and from nothing else.
    fn name(&self) -> String {
        let mut bare = format!("{} {}\n", self.kind.name(), self.turns);
        for tag in ["Edition", "Board", "Options", "Detectives"] {
            bare.push_str(self.record.tag(tag).unwrap_or(""));
            bare.push('\n');
        }
        let text = self.record.to_string();
        let moves = text.lines().filter(|line| !line.is_empty() && !line.starts_with(['[', '#']));
        moves.for_each(|line| bare.push_str(line));
        format!("{:010x}", lasting(bare.bytes()) >> 24)
    }

    /// Its name, by what it holds.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// What it asks for.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Within how many turns of the hunters; 0 where nothing is played.
    pub fn turns(&self) -> u8 {
        self.turns
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Arc<Rules> {
        match &self.moment {
            Moment::Public(view) => view.rules(),
            Moment::Whole(game) => game.rules(),
        }
    }

    /// What everybody knows at the moment.
    pub fn view(&self) -> HunterView {
        match &self.moment {
            Moment::Public(view) => (**view).clone(),
            Moment::Whole(game) => game.hunters_view(),
        }
    }

    /// The whole game up to the moment, where the fugitive decides.
    pub fn game(&self) -> Option<&Game> {
        match &self.moment {
            Moment::Public(_) => None,
            Moment::Whole(game) => Some(game),
        }
    }

    /// The record that it is kept as.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The answer as it is kept.
    pub fn answer(&self) -> &Answer {
        &self.answer
    }

    /// What it is about.
    pub fn themes(&self) -> &[Theme] {
        &self.themes
    }

    /// How hard it is.
    pub fn rating(&self) -> Rating {
        self.rating
    }

    /// The same with another rating.
    pub fn rated(mut self, rating: Rating) -> Puzzle {
        self.rating = rating;
        self.write_tags();
        self
    }

    /// Where he can be, for all that everybody knows.
    pub fn possible(&self) -> StationSet {
        Belief::of(&self.view()).possible()
    }

    /// The answer, found anew by exhaustive search without a look at the one that is kept.
    pub fn solve(&self, limit: Limit) -> Result<Answer, PuzzleError> {
        match self.kind {
            Kind::Where => Ok(Answer::Stations(self.possible())),
            Kind::Close => self.solve_close(limit),
            Kind::Slip => {
                let courses = self.courses(limit)?;
                self.only_answer(&courses)
            }
        }
    }

    fn solve_close(&self, limit: Limit) -> Result<Answer, PuzzleError> {
        let view = self.view();
        let rules = self.rules();
        let node = Node::of(rules, view.public(), self.possible());
        let node = node.ok_or(PuzzleError::Moment("he can be nowhere"))?;
        let mut net = Net::new(rules, limit);
        if net.force(&node, self.turns - 1)?.is_some() {
            return Err(PuzzleError::Sooner);
        }
        net.force(&node, self.turns)?.map(Answer::Line).ok_or(PuzzleError::Escapes)
    }

    /// Every way to play the turn of a *Slip away*, and whether it is safe.
    pub fn courses(&self, limit: Limit) -> Result<Vec<Course>, PuzzleError> {
        let Some(game) = self.game() else {
            return Err(PuzzleError::Moment("only the fugitive's puzzles have courses"));
        };
        Ok(courses(game.rules(), game.position(), self.turns, limit)?)
    }

    /// What all safe ways have in common and nothing else has.
    fn only_answer(&self, courses: &[Course]) -> Result<Answer, PuzzleError> {
        let safe: Vec<&Course> = courses.iter().filter(|course| course.safe).collect();
        let first = safe.first().ok_or(PuzzleError::Hopeless)?;
        if let Some(end) = first.end {
            let there = |course: &&Course| course.end == Some(end);
            let reaching = courses.iter().filter(there).count();
            if safe.iter().all(|course| course.end == Some(end)) && reaching == safe.len() {
                return Ok(Answer::To(end));
            }
        }
        let needed = |plays: fn(&Course) -> bool| {
            safe.iter().all(|course| plays(course)) && !courses.iter().all(plays)
        };
        if needed(Course::doubles) {
            return Ok(Answer::Double);
        }
        if needed(Course::plays_black) {
            return Ok(Answer::Black);
        }
        let words = safe.iter().take(4).map(|course| words(&course.actions)).collect::<Vec<_>>();
        Err(PuzzleError::Several(words.join(", or ")))
    }

    /// Proves the puzzle: it is solved anew, and what is kept with it is right.
    pub fn check(&self, limit: Limit) -> Result<(), PuzzleError> {
        let found = self.solve(limit)?;
        match &self.answer {
            Answer::Line(line) => self.check_line(line)?,
            stored if *stored == found => {}
            stored => return Err(PuzzleError::Answer { stored: stored.clone(), found }),
        }
        let themes = theme::of(self);
        if themes != self.themes {
            let (stored, found) = (Theme::words(&self.themes), Theme::words(&themes));
            return Err(PuzzleError::Themes { stored, found });
        }
        Ok(())
    }

    fn check_line(&self, line: &[Action]) -> Result<(), PuzzleError> {
        match self.judge(&Answer::Line(line.to_vec()))? {
            Verdict::Right => Ok(()),
            Verdict::Line { action, .. } => Err(PuzzleError::Line(action)),
            _ => Err(PuzzleError::Unfinished),
        }
    }

    /// Begins a *Close the net*, to be played decision by decision.
    pub fn attempt(&self) -> Option<Attempt<'_>> {
        let (Kind::Close, Moment::Public(view)) = (self.kind, &self.moment) else { return None };
        Attempt::new(view.rules(), view.public(), self.possible(), self.turns)
    }

    /// Whether an answer is right; proven, not looked up.
    pub fn judge(&self, answer: &Answer) -> Result<Verdict, PuzzleError> {
        match (self.kind, answer) {
            (Kind::Where, Answer::Stations(named)) => {
                let right = self.possible();
                let (missing, wrong) = (right.difference(named), named.difference(&right));
                if missing.is_empty() && wrong.is_empty() {
                    return Ok(Verdict::Right);
                }
                Ok(Verdict::Stations { missing, wrong })
            }
            (Kind::Close, Answer::Line(line)) => self.judge_line(line),
            (Kind::Slip, Answer::To(_) | Answer::Black | Answer::Double) => self.judge_slip(answer),
            _ => Err(PuzzleError::Moment("this is no answer to a puzzle of this kind")),
        }
    }

    fn judge_line(&self, line: &[Action]) -> Result<Verdict, PuzzleError> {
        let mut attempt = self.attempt().ok_or(PuzzleError::Moment("he can be nowhere"))?;
        let turns = attempt.turns();
        for &action in line {
            match attempt.play(action)? {
                Judged::Right | Judged::Replied(_) => {}
                Judged::Caught => return Ok(Verdict::Right),
                Judged::Wrong(escape) => return Ok(Verdict::Line { action, escape: Some(escape) }),
                Judged::Impossible => return Ok(Verdict::Line { action, escape: None }),
            }
        }
        Ok(if attempt.turns() < turns { Verdict::Right } else { Verdict::Unfinished })
    }

    fn judge_slip(&self, answer: &Answer) -> Result<Verdict, PuzzleError> {
        let courses = self.courses(Limit::default())?;
        let fits = |course: &&Course| match answer {
            Answer::To(at) => course.end == Some(*at),
            Answer::Double => course.doubles(),
            _ => course.plays_black(),
        };
        if !courses.iter().any(|course| fits(&course)) {
            return Ok(Verdict::NoSuchCourse);
        }
        let right = self.only_answer(&courses)?;
        Ok(if *answer == right { Verdict::Right } else { Verdict::Answered })
    }

    /// The hunters, from the lowest station to the highest.
    pub(crate) fn places(&self) -> Vec<Station> {
        let view = self.view();
        let hunters = self.rules().hunters().filter_map(|hunter: Hunter| view.public().station(hunter));
        let mut places: Vec<Station> = hunters.collect();
        places.sort_unstable();
        places
    }

    /// Whether two puzzles are nearly the same: the same kind, edition, answer and question about him,
    /// and at most one piece elsewhere.
    pub fn is_like(&self, other: &Puzzle) -> bool {
        let edition = |puzzle: &Puzzle| puzzle.rules().edition().id.clone();
        if self.kind != other.kind || edition(self) != edition(other) {
            return false;
        }
        let key = |puzzle: &Puzzle| match puzzle.kind {
            Kind::Where => (None, puzzle.possible()),
            Kind::Close => (None, puzzle.possible()),
            Kind::Slip => (
                Some(puzzle.answer.clone()),
                puzzle.game().and_then(|game| game.position().fugitive()).into_iter().collect(),
            ),
        };
        if key(self) != key(other) {
            return false;
        }
        let (ours, mut theirs) = (self.places(), other.places());
        let mut apart = 0;
        for at in ours {
            match theirs.iter().position(|&there| there == at) {
                Some(index) => drop(theirs.remove(index)),
                None => apart += 1,
            }
        }
        apart.max(theirs.len()) <= 1
    }
}

impl Moment {
    fn of(kind: Kind, replay: Replay) -> Result<Moment, PuzzleError> {
        let view = replay.hunters_view();
        let public = view.public();
        let rules = view.rules();
        let fresh = public.phase() == Phase::Hunters
            && rules
                .hunters()
                .all(|hunter| !public.has_moved(hunter) || public.stuck(rules, hunter).is_some());
        match (kind, replay) {
            (Kind::Where | Kind::Close, _) if !fresh => {
                Err(PuzzleError::Moment("the record must end where a turn of the hunters begins"))
            }
            (Kind::Close, _) if rules.has_case() => Err(PuzzleError::Moment(
                "what hunters know of crimes is not searched: no net in this edition",
            )),
            (Kind::Where | Kind::Close, _) => Ok(Moment::Public(Box::new(view))),
            (Kind::Slip, Replay::Whole(game))
                if game.turn() == Turn::Fugitive
                    && game.position().public().phase() == Phase::Fugitive =>
            {
                Ok(Moment::Whole(game))
            }
            (Kind::Slip, _) => Err(PuzzleError::Moment(
                "the record must be whole, and end where a turn of the fugitive begins",
            )),
        }
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.record.fmt(f)
    }
}

/// What is said of an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is right.
    Right,
    /// These stations are missing, and at these he cannot be.
    Stations {
        /// He can be there, and they were not named.
        missing: StationSet,
        /// He cannot be there, and they were named.
        wrong: StationSet,
    },
    /// This decision lets him escape, or is not possible.
    Line {
        /// Which.
        action: Action,
        /// How he escapes; none if the decision is not possible.
        escape: Option<Escape>,
    },
    /// Right so far, but the turn is not over.
    Unfinished,
    /// The hunters have an answer to it.
    Answered,
    /// He cannot do that.
    NoSuchCourse,
}

/// Decisions as a record has them.
pub fn words(actions: &[Action]) -> String {
    actions.iter().map(Action::to_string).collect::<Vec<_>>().join("; ")
}

fn parse_kind(text: &str) -> Result<(Kind, u8), String> {
    let mut words = text.split_whitespace();
    let kind = words.next().and_then(Kind::named).ok_or("write 'where', 'close N' or 'slip N'")?;
    let turns = match words.next() {
        None => 0,
        Some(word) => word.parse().map_err(|_| format!("'{word}' is no number of turns"))?,
    };
    if !kind.turns().contains(&turns) || words.next().is_some() {
        let turns: Vec<String> = kind.turns().iter().map(u8::to_string).collect();
        return Err(format!("'{}' is for {} turns", kind.name(), turns.join(" or ")));
    }
    Ok((kind, turns))
}
