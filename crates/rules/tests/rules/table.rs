//! A table to play at: games on boards of a few lines, with steps written as in records.

use std::sync::Arc;

use fogbound_rules::{
    Ability, Action, Board, Draw, Edition, Event, Game, Illegal, Leg, LogSlot, Options, Play,
    PublicEvent, Purse, Rules, Setup, State, Station, Turn,
};

pub(crate) use crate::small_board::{YARD, board, yard};

/// What `modern` is without bobbies, and with a single detective too.
pub(crate) const MODERN_FEW: &str = r#"
    based_on = "modern"
    [pieces]
    detectives = [1, 2, 3, 4, 5]
    bobbies = [0, 0, 0, 0, 0]
    order = "any"
    detective_tickets = { taxi = 11, bus = 8, underground = 4 }
"#;

/// What `classic` is with a detective or two.
pub(crate) const CLASSIC_FEW: &str = r#"
    based_on = "classic"
    [pieces]
    detectives = [1, 2]
    bobbies = [0, 0]
    order = "seats"
    detective_tickets = { taxi = 10, bus = 8, underground = 4 }
"#;

/// What `holmes` is without bobbies.
pub(crate) const HOLMES_FEW: &str = r#"
    based_on = "holmes"
    [pieces]
    detectives = [2, 3, 4, 5]
    bobbies = [0, 0, 0, 0]
    order = "any"
    detective_tickets = { taxi = 10, bus = 7, underground = 4 }
"#;

/// What `beginner` is with a single detective and free starts.
pub(crate) const BEGINNER_FEW: &str = r#"
    based_on = "beginner"
    [pieces]
    detectives = [1]
    bobbies = [0]
    order = "any"
    closed = ["underground", "ferry"]
    [start]
    kind = "cards"
"#;

pub(crate) fn station(number: u8) -> Station {
    Station::new(number).expect("stations are numbered from 1")
}

fn stations(numbers: &[u8]) -> Vec<Station> {
    numbers.iter().copied().map(station).collect()
}

type Edit = Box<dyn FnOnce(&mut Setup)>;

/// A game that is being arranged.
pub(crate) struct Plan {
    edition: Arc<Edition>,
    board: Option<Arc<Board>>,
    options: Vec<&'static str>,
    bobbies: Vec<u8>,
    edits: Vec<Edit>,
}

/// A game of a built-in edition, or of one that is written here and based on one.
pub(crate) fn game(edition: &str) -> Plan {
    let edition = Edition::builtin(edition).unwrap_or_else(|| {
        let text = format!("format = 1\nid = \"few\"\ntitle = \"Few\"\n{edition}");
        Arc::new(Edition::parse(&text).unwrap_or_else(|errors| panic!("{errors}")))
    });
    Plan { edition, board: None, options: vec![], bobbies: vec![], edits: vec![] }
}

impl Plan {
    /// On a board of a few lines; otherwise it is the edition's own.
    pub(crate) fn on(mut self, text: &str) -> Plan {
        self.board = Some(board(text));
        self
    }

    pub(crate) fn option(mut self, option: &'static str) -> Plan {
        self.options.push(option);
        self
    }

    pub(crate) fn bobbies(mut self, stations: &[u8]) -> Plan {
        self.bobbies = stations.to_vec();
        self
    }

    /// Any change of the set-up.
    pub(crate) fn edit(mut self, edit: impl FnOnce(&mut Setup) + 'static) -> Plan {
        self.edits.push(Box::new(edit));
        self
    }

    /// In its middle: the round, and how many slots are filled.
    pub(crate) fn late(self, round: u8, filled: u8) -> Plan {
        self.edit(move |setup| (setup.state.round, setup.state.filled) = (round, filled))
    }

    /// Each purse of the detectives holds this.
    pub(crate) fn purses(self, purse: Purse) -> Plan {
        self.edit(move |setup| setup.state.purses.fill(purse))
    }

    pub(crate) fn stock(self, purse: Purse) -> Plan {
        self.edit(move |setup| setup.state.stock = purse)
    }

    pub(crate) fn black(self, count: u8) -> Plan {
        self.edit(move |setup| setup.state.black = count)
    }

    pub(crate) fn double(self, count: u8) -> Plan {
        self.edit(move |setup| setup.state.double = count)
    }

    pub(crate) fn rules(&self, detectives: usize) -> Arc<Rules> {
        let own = || Board::builtin(&self.edition.board).expect("an edition's own board");
        let board = self.board.clone().unwrap_or_else(own);
        let edition = Arc::clone(&self.edition);
        let options = Options::parse(&edition.options, &edition.id, self.options.iter().copied());
        let options = options.unwrap_or_else(|error| panic!("{error}"));
        let rules = Rules::new(edition, board, options, detectives);
        Arc::new(rules.unwrap_or_else(|errors| panic!("{errors}")))
    }

    fn begin(self, rules: Arc<Rules>, mut setup: Setup) -> Table {
        for edit in self.edits {
            edit(&mut setup);
        }
        Table { game: Game::new(rules, setup).unwrap_or_else(|errors| panic!("{errors}")) }
    }

    /// With everybody's station known and the fugitive to move.
    pub(crate) fn at(self, fugitive: u8, detectives: &[u8]) -> Table {
        let rules = self.rules(detectives.len());
        let hunters = stations(&[detectives, &self.bobbies].concat());
        let setup = Setup::at(&rules, station(fugitive), &hunters);
        self.begin(rules, setup)
    }

    /// With dealt cards: `pick(n)` chooses a number below `n`.
    pub(crate) fn deal(self, detectives: usize, pick: impl FnMut(usize) -> usize) -> Table {
        let rules = self.rules(detectives);
        let setup = Setup::deal(&rules, pick);
        self.begin(rules, setup)
    }
}

/// A game that is being played.
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) game: Game,
}

fn step(text: &str) -> Play {
    match text.parse::<Draw>() {
        Ok(draw) => draw.into(),
        Err(_) => text.parse::<Action>().unwrap_or_else(|error| panic!("{error}")).into(),
    }
}

impl Table {
    /// Carries out steps, `"taxi 2, d1 taxi 11"`. After each of them what both sides make of their
    /// events must be the game.
    #[track_caller]
    pub(crate) fn play(&mut self, steps: &str) -> &mut Table {
        for text in steps.split(", ") {
            if let Err(reason) = self.game.play(step(text)) {
                panic!("'{text}' is refused: {reason}");
            }
            let position = self.game.position();
            assert_eq!(self.game.hunters_view().public(), position.public(), "after '{text}'");
            assert_eq!(&self.game.fugitive_view().position(), position, "after '{text}'");
        }
        self
    }

    /// Why a step is refused. The game must be as it was.
    #[track_caller]
    pub(crate) fn refuses(&self, text: &str) -> Illegal {
        let mut game = self.game.clone();
        let Err(reason) = game.play(step(text)) else { panic!("'{text}' is allowed") };
        assert_eq!(game.position(), self.game.position(), "a refused step changes nothing");
        assert_eq!(game.events().len(), self.game.events().len(), "a refused step is no event");
        reason
    }

    /// Whether a step is allowed.
    pub(crate) fn can(&self, text: &str) -> bool {
        self.game.clone().play(step(text)).is_ok()
    }

    /// The decisions of the side to move that begin so.
    pub(crate) fn actions(&self, start: &str) -> Vec<String> {
        let actions = self.game.position().actions(self.game.rules());
        actions.iter().map(ToString::to_string).filter(|text| text.starts_with(start)).collect()
    }

    /// The draws that chance may bring.
    pub(crate) fn draws(&self) -> Vec<String> {
        let draws = self.game.position().draws(self.game.rules());
        draws.iter().map(ToString::to_string).collect()
    }

    /// Every hunter that can move does, to the lowest station where nobody is; no token is spent.
    pub(crate) fn pass(&mut self) -> &mut Table {
        while self.game.turn() == Turn::Hunters {
            let actions = self.game.position().actions(self.game.rules());
            let quiet = |action: &&Action| match action {
                Action::Hunt { to, .. } => Some(*to) != self.game.position().fugitive(),
                _ => false,
            };
            let action = actions.iter().find(quiet).copied().unwrap_or(Action::EndTurn);
            self.game.play(action.into()).unwrap_or_else(|reason| panic!("'{action}': {reason}"));
        }
        self
    }

    /// So many rounds with these moves in turn, until the game is over.
    #[track_caller]
    pub(crate) fn rounds(&mut self, rounds: usize, moves: &[&str]) -> &mut Table {
        for text in moves.iter().cycle().take(rounds) {
            if self.game.outcome().is_none() {
                self.play(text).pass();
            }
        }
        self
    }

    /// How the game ended, in words.
    pub(crate) fn outcome(&self) -> String {
        self.game.outcome().map_or_else(|| "not over".into(), |outcome| outcome.to_string())
    }

    pub(crate) fn turn(&self) -> Turn {
        self.game.turn()
    }

    /// What everybody knows.
    pub(crate) fn state(&self) -> State {
        self.game.position().public().state(self.game.rules())
    }

    /// Where the fugitive is.
    pub(crate) fn fugitive(&self) -> u8 {
        self.game.position().fugitive().expect("a fugitive with a station").number()
    }

    /// Where a hunter is.
    pub(crate) fn station(&self, hunter: &str) -> u8 {
        let hunter = hunter.parse().expect("a hunter");
        self.game.position().public().station(hunter).expect("a hunter with a station").number()
    }

    pub(crate) fn purse(&self, hunter: &str) -> Purse {
        let hunter = hunter.parse().expect("a hunter");
        self.game.position().public().purse(self.game.rules(), hunter)
    }

    pub(crate) fn score(&self) -> i16 {
        self.game.position().score(self.game.rules()).expect("an edition with points")
    }

    /// The travel log as the hunters see it: `double taxi ?`, `black 12`.
    pub(crate) fn log(&self) -> Vec<String> {
        self.game.hunters_view().log().iter().map(slot_text).collect()
    }

    /// The last public event but for the end of the game.
    pub(crate) fn last_event(&self) -> PublicEvent {
        let mut events = self.game.events().iter().map(Event::for_hunters);
        let happened = |event: &&PublicEvent| !matches!(event, PublicEvent::Ended(_));
        events.rfind(happened).expect("a set-up at least").clone()
    }

    /// All that reaches the hunters, as it is sent: the events and the view.
    pub(crate) fn sent_to_hunters(&self) -> String {
        let events: Vec<&PublicEvent> = self.game.events().iter().map(Event::for_hunters).collect();
        let json = |value: Result<String, serde_json::Error>| value.expect("JSON");
        json(serde_json::to_string(&events)) + &json(serde_json::to_string(&self.game.hunters_view()))
    }

    /// Whether a number occurs in what reaches the hunters.
    pub(crate) fn hunters_read(&self, number: u8) -> bool {
        let sent = self.sent_to_hunters();
        sent.split(|c: char| !c.is_ascii_digit()).any(|digits| digits == number.to_string())
    }
}

fn slot_text(slot: &LogSlot) -> String {
    let moved = &slot.moved;
    let mut words = Vec::new();
    words.extend((moved.leg == Leg::First).then(|| "double".to_string()));
    words.extend(moved.balloon.then(|| "balloon".to_string()));
    words.extend(moved.ticket.map(|ticket| ticket.to_string()));
    words.push(moved.at.map_or_else(|| "?".into(), |at| at.to_string()));
    words.extend(moved.crime.then(|| "crime".to_string()));
    words.extend(moved.ability.map(|ability| match ability {
        Ability::LieLow => "low".to_string(),
        Ability::TakeBlack => "+black".to_string(),
        Ability::TakeDouble => "+double".to_string(),
    }));
    words.extend(moved.show.then(|| "show".to_string()));
    words.join(" ")
}
