//! Games to follow: small boards where everything happens soon, play that seeks what is rare, and
//! a count of what has come up.

use std::collections::BTreeMap;
use std::sync::Arc;

use fogbound_rules::{
    Ability, Action, Edition, Event, Game, Leg, Moved, Options, Play, PublicEvent, Rng, Rules, Setup,
    Station, StationSet, Ticket, Token, Transports, Turn,
};

use crate::small_board::board;

/// Nineteen stations, with something of everything. 21 is a dead end.
const BOARD: &str = "
    taxi 1-2-3-4-5-6 7-8-9-10-11-12 13-14-15-16-17-20 1-7-13 3-9-15 5-11-17 6-12-20 6-21
    bus 1-9-17 4-8-14 2-10-20 5-12
    underground 3-10-13 10-20
    ferry 1-13 13-15-20
    hideout 2 8 11 14 16
    river 13 14 15 16
    park 3 4 9 14
    monument 8 11 17
    I 1 2 3 7 8
    II 4 5 6 10 21
    III 11 12 16 17 20
    IV *
    hunters 6 9 10 12 17 20
    fugitive 1 3 5 13 15
    common 1 3 5 9 11 13 15 20 21
    tiles 1-4 2-13 14-5 8-21
    crimes 3 8 14 16 4
    tickets 1 5 9 13 15
";

/// A supply that soon runs dry.
const MODERN: &str = r#"
    based_on = "modern"
    [pieces]
    detectives = [2, 3]
    bobbies = [1, 0]
    order = "any"
    detective_tickets = { taxi = 6, bus = 4, underground = 2 }
    [fugitive]
    name = "X"
    black = 4
    double = 3
    fares = { kind = "supply", box = { taxi = 19, bus = 13, underground = 7 } }
    [log]
    slots = 12
    reveal = [3, 6, 9]
"#;

const CLASSIC: &str = r#"
    based_on = "classic"
    [pieces]
    detectives = [1, 2, 4]
    bobbies = [0, 0, 0]
    order = "seats"
    detective_tickets = { taxi = 8, bus = 5, underground = 3 }
    [log]
    slots = 12
    reveal = [4, 9]
"#;

/// Tickets of his own, few of them.
const STUDY: &str = r#"
    based_on = "study"
    [pieces]
    detectives = [3]
    bobbies = [0]
    order = "seats"
    detective_tickets = { taxi = 8, bus = 5, underground = 3 }
    [fugitive]
    name = "X"
    black = 3
    double = 2
    fares = { kind = "own", tickets = { taxi = 2, bus = 1, underground = 1 } }
    [log]
    slots = 12
    reveal = [3, 8]
"#;

/// So few tickets that a double often could not be finished.
const POOR: &str = r#"
    based_on = "study"
    [pieces]
    detectives = [1]
    bobbies = [2]
    order = "any"
    detective_tickets = { taxi = 8, bus = 5, underground = 3 }
    [fugitive]
    name = "X"
    black = 1
    double = 5
    fares = { kind = "own", tickets = { taxi = 1, bus = 2, underground = 1 } }
    [log]
    slots = 12
    reveal = [5, 9]
"#;

const HOLMES: &str = r#"
    based_on = "holmes"
    [pieces]
    detectives = [2, 3, 5]
    bobbies = [1, 0, 0]
    order = "any"
    detective_tickets = { taxi = 8, bus = 5, underground = 3 }
    [fugitive]
    name = "M"
    black = 2
    double = 2
    fares = { kind = "supply", box = { taxi = 42, bus = 27, underground = 16 } }
    [log]
    slots = 12
    reveal = [3, 7, 10]
    [case]
    tokens = [2, 2, 2]
    reserve = { black = 3, double = 2 }
    crimes = 3
"#;

/// A case without a choice of the start, and with two crimes only.
const MARKED_START: &str = r#"
    based_on = "holmes"
    [pieces]
    detectives = [2]
    bobbies = [0]
    order = "any"
    detective_tickets = { taxi = 8, bus = 5, underground = 3 }
    [start]
    kind = "tiles"
    [log]
    slots = 12
    reveal = [5]
    [case]
    tokens = [2]
    reserve = { black = 3, double = 2 }
    crimes = 2
"#;

/// An open log with many ways to hide, the ferry among them.
const BEGINNER: &str = r#"
    based_on = "beginner"
    [pieces]
    detectives = [2, 3]
    bobbies = [0, 0]
    order = "any"
    closed = ["underground"]
    [fugitive]
    name = "X"
    black = 3
    double = 3
    fares = { kind = "free" }
    [log]
    slots = 12
    open = true
    hidden = [2, 5, 6, 9]
    [start]
    kind = "chosen"
    fugitive = 9
    detectives = [1, 6, 13]
"#;

/// The same with detectives who soon cannot move any more, while the game goes on: slots are opened
/// right after his move.
const STRANDED: &str = r#"
    based_on = "beginner"
    [pieces]
    detectives = [2]
    bobbies = [0]
    order = "any"
    detective_tickets = { taxi = 2, bus = 1, underground = 1 }
    [fugitive]
    name = "X"
    black = 3
    double = 3
    fares = { kind = "free" }
    [log]
    slots = 12
    open = true
    hidden = [5, 8, 9, 12]
    [start]
    kind = "chosen"
    fugitive = 9
    detectives = [1, 6]
    [[options]]
    key = "stranded_win"
    default = false
    rule = "9.4"
    text = ""
"#;

const COMPACT: &str = r#"based_on = "compact""#;

fn small(edition: &str, options: &[&str], detectives: usize) -> Arc<Rules> {
    let text = format!("format = 1\nid = \"few\"\ntitle = \"Few\"\n{edition}");
    let edition = Edition::parse(&text).unwrap_or_else(|errors| panic!("{errors}"));
    let options = Options::parse(&edition.options, &edition.id, options.iter().copied());
    let options = options.unwrap_or_else(|error| panic!("{error}"));
    let rules = Rules::new(Arc::new(edition), board(BOARD), options, detectives);
    Arc::new(rules.unwrap_or_else(|errors| panic!("{errors}")))
}

/// Editions like the real ones, on the small board.
pub fn small_variants() -> Vec<Arc<Rules>> {
    vec![
        small(MODERN, &[], 2),
        small(MODERN, &[], 3),
        small(MODERN, &["supply=unlimited"], 3),
        small(CLASSIC, &["voluntary_reveal=true"], 2),
        small(CLASSIC, &[], 1),
        small(CLASSIC, &[], 4),
        small(STUDY, &[], 3),
        small(POOR, &[], 1),
        small(HOLMES, &[], 2),
        small(HOLMES, &["characters=mycroft,holmes"], 2),
        small(HOLMES, &["characters=irene,mycroft,lestrade"], 3),
        small(HOLMES, &["last_reply=true"], 5),
        small(MARKED_START, &["characters=mycroft,watson"], 2),
        small(BEGINNER, &[], 2),
        small(BEGINNER, &[], 3),
        small(STRANDED, &[], 2),
        small(COMPACT, &["black_tickets=4"], 3),
        small(COMPACT, &[], 3),
    ]
}

/// A decision or a draw: what is rare is sought, what ends the game is mostly avoided. `possible`
/// is where the hunters think that he is: they like to look there.
pub fn next_play(game: &Game, possible: &StationSet, rng: &mut Rng) -> Option<Play> {
    let (rules, position) = (&**game.rules(), game.position());
    match game.turn() {
        Turn::Over => None,
        Turn::Chance => {
            let draws = position.draws(rules);
            Some(draws[rng.below(draws.len())].into())
        }
        Turn::Fugitive | Turn::Hunters => {
            let actions = position.actions(rules);
            let weights: Vec<usize> =
                actions.iter().map(|&action| weight(game, action, possible)).collect();
            let mut ball = rng.below(weights.iter().sum());
            let chosen = weights.iter().position(|&weight| {
                let here = ball < weight;
                ball = ball.wrapping_sub(weight);
                here
            });
            chosen.map(|index| actions[index].into())
        }
    }
}

fn weight(game: &Game, action: Action, possible: &StationSet) -> usize {
    let (rules, public) = (game.rules(), game.position().public());
    let last_crime =
        rules.edition().case.as_ref().is_some_and(|case| case.crimes == public.crimes() + 1);
    let deeds = |crime: bool, ability: Option<Ability>| {
        let crime = match (crime, last_crime) {
            (false, _) | (true, true) => 2,
            (true, false) => 8,
        };
        let ability = match ability {
            None => 1,
            Some(Ability::LieLow) => 8,
            Some(Ability::TakeBlack | Ability::TakeDouble) => 2,
        };
        crime * ability
    };
    match action {
        Action::Move(m) => {
            let double = if m.double { 2 } else { 1 };
            let black = if m.ticket == Some(Ticket::Black) { 2 } else { 3 };
            let ferry = if is_ferry(rules, game.position().fugitive(), Some(m.to)) { 6 } else { 1 };
            deeds(m.crime, m.ability) * double * black * ferry * draw_of_scenes(game, m.to)
        }
        Action::Land(landing) => deeds(landing.crime, landing.ability),
        Action::Balloon { .. } => 60,
        Action::Hunt { to, .. } if game.position().fugitive() == Some(to) => 1,
        Action::Hunt { to, .. } if possible.contains(to) => 30,
        Action::Hunt { .. } => 6,
        _ => 6,
    }
}

/// He likes to go where his crime tiles are.
fn draw_of_scenes(game: &Game, to: Station) -> usize {
    let (board, position) = (game.rules().board(), game.position());
    let Some(at) = position.fugitive() else { return 1 };
    let mut open = position.secret().crimes().filter(|&(_, played)| !played);
    let nearer = open.any(|(scene, _)| board.distance(to, scene) < board.distance(at, scene).min(5));
    if nearer { 5 } else { 1 }
}

/// Whether only a ferry goes this way.
fn is_ferry(rules: &Rules, from: Option<Station>, to: Option<Station>) -> bool {
    let (Some(from), Some(to)) = (from, to) else { return false };
    let link = rules.board().links(from).iter().find(|link| link.to == to);
    link.is_some_and(|link| link.by.intersection(Transports::LAND).is_empty())
}

/// What must come up, and how often at least: on the small board, in the editions, and where
/// everything is counted.
const FEATURES: [(&str, [usize; 3]); 38] = [
    ("answer excludes", [500, 3000, 100]),
    ("balloon", [30, 10, 5]),
    ("balloon in a double", [30, 3, 4]),
    ("black", [1000, 1500, 300]),
    ("black in an open double", [150, 5, 40]),
    ("black in an open log", [400, 40, 100]),
    ("crime", [300, 100, 80]),
    ("crime in mid-double", [100, 5, 25]),
    ("crime of a landing", [5, 0, 1]),
    ("crime unseen", [300, 80, 80]),
    ("double", [1000, 800, 250]),
    ("double onto a reveal", [200, 100, 60]),
    ("entered without a capture", [2000, 5000, 500]),
    ("ferry", [300, 50, 80]),
    ("hidden slot in a double", [200, 4, 50]),
    ("hidden slot of an open log", [400, 40, 100]),
    ("hindsight", [1000, 2000, 250]),
    ("lay low", [150, 30, 40]),
    ("moved past a roadblock", [300, 400, 80]),
    ("moved under a ban", [150, 100, 40]),
    ("one slot opened", [500, 80, 120]),
    ("own tile cannot be turned", [20, 2, 3]),
    ("reveal in mid-double", [300, 150, 70]),
    ("second crime", [100, 20, 30]),
    ("shown of his own will", [100, 100, 30]),
    ("supply dry", [150, 5, 40]),
    ("ticket of a detective taken", [250, 400, 70]),
    ("token: ban", [100, 100, 30]),
    ("token: quarter", [150, 150, 40]),
    ("token: roadblock", [80, 50, 20]),
    ("token: symbol", [200, 150, 50]),
    ("token: trail", [200, 80, 50]),
    ("took a black ticket", [300, 70, 80]),
    ("took a double ticket", [250, 60, 60]),
    ("trail excludes", [20, 10, 4]),
    ("turn of the hunters passed over", [150, 40, 30]),
    ("two slots opened", [120, 0, 30]),
    ("would have been cornered", [100, 2, 20]),
];

/// How often each thing came up.
#[derive(Default)]
pub struct Features(BTreeMap<&'static str, usize>);

impl Features {
    pub fn add(&mut self, name: &'static str, count: usize) {
        *self.0.entry(name).or_default() += count;
    }

    fn note(&mut self, name: &'static str, happened: bool) {
        self.add(name, usize::from(happened));
    }

    /// Panics with all that came up less often than it should: on the small board (0), in the
    /// editions (1), where everything is counted (2).
    pub fn require(&self, games: usize) {
        let count = |name| self.0.get(name).copied().unwrap_or(0);
        let lacks: Vec<_> = FEATURES.iter().filter(|(name, least)| count(name) < least[games]).collect();
        assert!(lacks.is_empty(), "too rare: {lacks:?} in {:?}", self.0);
        let listed = |name| FEATURES.iter().any(|&(feature, _)| feature == name);
        assert!(self.0.keys().all(|&name| listed(name)), "not listed: {:?}", self.0);
    }

    /// Looks at the last step of a game; `before` is the game without it.
    pub fn look(&mut self, before: &Game, game: &Game, events: &[Event]) {
        let rules = before.rules();
        let opened = |event: &&Event| matches!(event.for_hunters(), PublicEvent::Opened { .. });
        match events.iter().filter(opened).count() {
            0 => {}
            1 => self.add("one slot opened", 1),
            _ => self.add("two slots opened", 1),
        }
        let public = before.position().public();
        match events[0].for_hunters() {
            PublicEvent::Moved(moved) => {
                self.look_at_move(rules, moved);
                self.note("second crime", moved.crime && public.crimes() == 1);
                let dry = Ticket::NORMAL.iter().any(|&ticket| public.stock().count(ticket) == 0);
                self.note("supply dry", rules.counts_fares() && dry);
                self.note("moved under a ban", public.ban().is_some());
                self.note("moved past a roadblock", public.roadblocks().next().is_some());
                self.note(
                    "turn of the hunters passed over",
                    game.position().public().round() > public.round(),
                );
                let [from, to] = [before, game].map(|game| game.position().fugitive());
                self.note("ferry", !moved.balloon && is_ferry(rules, from, to));
            }
            PublicEvent::Ballooned { leg } => {
                self.note("balloon", *leg == Leg::Single);
                self.note("balloon in a double", *leg != Leg::Single);
            }
            PublicEvent::Asked { token, .. } => {
                let name = match token {
                    Token::Quarter => "token: quarter",
                    Token::Symbol { .. } => "token: symbol",
                    Token::Ban { .. } => "token: ban",
                    Token::Trail => "token: trail",
                    Token::Block { .. } => "token: roadblock",
                };
                self.add(name, 1);
            }
            PublicEvent::Taken { .. } => self.add("ticket of a detective taken", 1),
            _ => {}
        }
    }

    fn look_at_move(&mut self, rules: &Rules, moved: &Moved) {
        let black = moved.ticket == Some(Ticket::Black);
        let in_double = moved.leg != Leg::Single;
        if rules.edition().log.open {
            let hidden = rules.is_hidden(moved.slot);
            self.note("hidden slot of an open log", hidden);
            self.note("hidden slot in a double", hidden && in_double);
            self.note("black in an open log", black);
            self.note("black in an open double", black && in_double);
            return;
        }
        let reveal = rules.is_reveal(moved.slot);
        self.note("double", moved.leg == Leg::First);
        self.note("reveal in mid-double", moved.leg == Leg::First && reveal);
        self.note("double onto a reveal", moved.leg == Leg::Second && reveal);
        self.note("black", black);
        self.note("shown of his own will", moved.show);
        self.note("crime", moved.crime);
        self.note("crime of a landing", moved.crime && moved.balloon);
        self.note("crime unseen", moved.crime && moved.at.is_none());
        self.note("crime in mid-double", moved.crime && moved.leg == Leg::First);
        self.note("lay low", moved.ability == Some(Ability::LieLow));
        self.note("took a black ticket", moved.ability == Some(Ability::TakeBlack));
        self.note("took a double ticket", moved.ability == Some(Ability::TakeDouble));
    }
}

/// A dealt game.
pub fn deal(rules: &Arc<Rules>, rng: &mut Rng) -> Game {
    let setup = Setup::deal(rules, |n| rng.below(n));
    Game::new(Arc::clone(rules), setup).expect("a dealt set-up is legal")
}
