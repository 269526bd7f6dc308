//! The state of a game, whose turn it is, and the order of endings.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::board::RefBoard;
use super::edition::{Edition, Purse};
use super::start::Start;

/// What never changes in a game.
#[derive(Debug)]
pub struct Fixed {
    pub board: RefBoard,
    pub start: Start,
    pub edition: Edition,
    /// For each station: transport and far end of its lines.
    pub lines_from: BTreeMap<u8, Vec<(String, u8)>>,
}

/// A detective or a bobby.
#[derive(Clone, Debug)]
pub struct Hunter {
    /// d1, d2, ... or b1, b2, ...
    pub name: String,
    pub at: Option<u8>,
    /// Which purse pays; `None` for those who ride freely.
    pub purse: Option<usize>,
    pub bobby: bool,
    pub moved: bool,
    /// Where this turn's move started.
    pub came_from: Option<u8>,
    pub character: Option<String>,
    pub tokens: u32,
}

/// One slot of the travel log, with everything that happened on it.
#[derive(Clone, Debug, Default)]
pub struct Slot {
    pub station: u8,
    /// taxi, bus, underground, black, balloon, or nothing where nothing was paid.
    pub fare: String,
    /// The first move of a double.
    pub double: bool,
    pub crime: bool,
    pub low: bool,
    /// "black" or "double".
    pub take: Option<String>,
    /// The hunters know the station.
    pub shown: bool,
}

/// Who decides what next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The detectives put their pieces down.
    Placing,
    /// A ticket's number will be the fugitive's start (6.5.2).
    TicketDraw,
    /// He chooses one station of his tile (6.4.4).
    Choosing,
    /// He moves; `second` in the second move of a double.
    Moving {
        second: bool,
    },
    /// The balloon's tile is turned; `double` in the first move of one.
    TileDraw {
        double: bool,
    },
    /// He chooses where the balloon lands.
    Landing {
        double: bool,
        tile: (u8, u8),
    },
    /// He takes a ticket from each of these detectives (6.1.8).
    Taking {
        from: Vec<usize>,
    },
    /// The hunters move; `next` matters where their order is fixed.
    Hunting {
        next: usize,
    },
    Over,
}

/// A game.
#[derive(Clone, Debug)]
pub struct Reference {
    pub fixed: Arc<Fixed>,
    pub phase: Phase,
    pub round: usize,
    pub fugitive: Option<u8>,
    pub hunters: Vec<Hunter>,
    pub purses: Vec<Purse>,
    pub supply: Option<Purse>,
    pub black: u32,
    pub double: u32,
    /// Taken from the reserve, usable after the hunters' next turn (6.4.7).
    pub waiting_black: u32,
    pub waiting_double: u32,
    pub reserve_black: u32,
    pub reserve_double: u32,
    pub log: Vec<Slot>,
    pub crimes_left: Vec<u8>,
    pub crimes_done: u32,
    pub balloon_tile: Option<(u8, u8)>,
    pub balloon_used: bool,
    pub roadblocks: Vec<u8>,
    /// The ticket kind that he may not play in this turn, or in his next one.
    pub ban: Option<String>,
    pub token_used: bool,
    pub answers: Vec<String>,
    /// Compact: the pounds paid to him, and the black tickets he used.
    pub pounds: i32,
    pub black_used: i32,
    pub outcome: Option<String>,
    /// Every decision and draw so far.
    pub history: Vec<String>,
}

impl Reference {
    /// A game that begins like this.
    pub fn new(board: RefBoard, start: Start) -> Reference {
        let edition = Edition::of(&start);
        let stations = board.stations.iter();
        let lines_from = stations.map(|&station| (station, board.lines_from(station))).collect();
        let mut game = Reference {
            phase: Phase::Placing,
            round: 1,
            fugitive: start.fugitive,
            hunters: hunters(&start, &edition),
            purses: purses(&start, &edition),
            supply: edition.supply.clone(),
            black: edition.black,
            double: edition.double,
            waiting_black: 0,
            waiting_double: 0,
            reserve_black: edition.reserve_black,
            reserve_double: edition.reserve_double,
            log: Vec::new(),
            crimes_left: if edition.variant { start.crimes.clone() } else { Vec::new() },
            crimes_done: 0,
            balloon_tile: None,
            balloon_used: false,
            roadblocks: Vec::new(),
            ban: None,
            token_used: false,
            answers: Vec::new(),
            pounds: 0,
            black_used: 0,
            outcome: None,
            history: Vec::new(),
            fixed: Arc::new(Fixed { board, start, edition, lines_from }),
        };
        game.next_step_of_set_up();
        game
    }

    pub fn edition(&self) -> &Edition {
        &self.fixed.edition
    }

    /// The legal decisions of the side to move, sorted; none if the game is over or at a draw.
    pub fn actions(&self) -> Vec<String> {
        let mut actions = match &self.phase {
            Phase::Placing => self.places(),
            Phase::Choosing => self.starts(),
            Phase::Moving { second } => self.fugitive_moves(*second),
            Phase::Landing { tile, .. } => self.landings(*tile),
            Phase::Taking { from } => self.takes(from[0]),
            Phase::Hunting { .. } => self.hunters_actions(),
            Phase::TicketDraw | Phase::TileDraw { .. } | Phase::Over => Vec::new(),
        };
        actions.sort();
        actions.dedup();
        actions
    }

    /// The outcomes of chance, sorted, if the next thing is a draw.
    pub fn draws(&self) -> Vec<String> {
        let mut draws = match self.phase {
            Phase::TicketDraw => self.ticket_draws(),
            Phase::TileDraw { .. } => self.tile_draws(),
            _ => Vec::new(),
        };
        draws.sort();
        draws.dedup();
        draws
    }

    /// Plays an action, a draw or a concession; panics if it is not allowed.
    pub fn play(&mut self, text: &str) {
        assert!(self.outcome.is_none(), "the game is over: {text}");
        if let Some(side) = text.strip_prefix("concede ") {
            self.history.push(text.to_string());
            return self.concede(side);
        }
        let allowed = self.actions().iter().chain(&self.draws()).any(|one| one == text);
        assert!(allowed, "not allowed: {text}; allowed: {:?} {:?}", self.actions(), self.draws());
        self.play_listed(text);
    }

    /// Plays something that `actions` or `draws` has listed.
    pub fn play_listed(&mut self, text: &str) {
        self.history.push(text.to_string());
        let words: Vec<&str> = text.split(' ').collect();
        match self.phase.clone() {
            Phase::Placing => self.place(words[0], number(words[2])),
            Phase::TicketDraw | Phase::Choosing => {
                self.fugitive = Some(number(words[1]));
                self.next_step_of_set_up();
            }
            Phase::Moving { second } => self.play_fugitive(text, second),
            Phase::TileDraw { double } => self.turn_tile(number(words[1]), double),
            Phase::Landing { double, .. } => self.play_landing(text, double),
            Phase::Taking { from } => self.take_from(from, words[2]),
            Phase::Hunting { .. } => self.play_hunters(&words),
            Phase::Over => panic!("the game is over"),
        }
    }

    pub fn outcome(&self) -> Option<String> {
        self.outcome.clone()
    }

    /// Compact: the fugitive's pounds, so far or in the end (6.5.6, 9.10).
    pub fn score(&self) -> i32 {
        self.pounds - 3 * self.black_used
    }

    pub fn fugitive_station(&self) -> Option<u8> {
        self.fugitive
    }

    /// 5.7; in compact the hunters give up in their own turn (6.5.6).
    fn concede(&mut self, side: &str) {
        match side {
            "hunters" if self.edition().compact => {
                assert!(matches!(self.phase, Phase::Hunting { .. }), "give up in your own turn");
                self.leave_all_tickets("gave up");
            }
            "hunters" | "fugitive" => self.end(format!("conceded {side}")),
            other => panic!("there is no side {other}"),
        }
    }

    pub fn end(&mut self, outcome: String) {
        self.outcome = Some(outcome);
        self.phase = Phase::Over;
        for slot in &mut self.log {
            slot.shown = true; // 9.11
        }
    }

    pub fn hunter_at(&self, station: u8) -> bool {
        self.hunters.iter().any(|hunter| hunter.at == Some(station))
    }

    pub fn log_is_full(&self) -> bool {
        self.edition().slots == Some(self.log.len())
    }

    /// What is still missing before the first move, in order; then the first move.
    fn next_step_of_set_up(&mut self) {
        if self.fixed.start.edition == "beginner" && self.fugitive.is_none() {
            self.fugitive = Some(82); // 6.3.2
        }
        if self.fixed.start.edition == "holmes-original" && self.fugitive.is_none() {
            self.fugitive = self.fixed.start.tile.map(|tile| tile.0); // 6.4
        }
        if self.hunters.iter().any(|hunter| hunter.at.is_none()) {
            self.phase = Phase::Placing;
        } else if self.fugitive.is_some() {
            self.start_fugitives_turn();
        } else if self.edition().compact {
            self.phase = Phase::TicketDraw; // 6.5.2
        } else {
            assert!(self.fixed.start.tile.is_some(), "nothing says where the fugitive starts");
            self.phase = Phase::Choosing; // 6.4.4
        }
    }

    /// Where the next detective may be put down: in seat order (6.3.2), underground stations (6.5.2).
    fn places(&self) -> Vec<String> {
        let next = self.hunters.iter().find(|hunter| hunter.at.is_none()).expect("one to place");
        let mut list: Vec<u8> = Vec::new();
        if self.edition().compact {
            for (transport, a, b) in &self.fixed.board.lines {
                if transport == "underground" {
                    list.extend([*a, *b]);
                }
            }
        } else {
            list.extend([41, 46, 124]);
            if self.hunters.len() == 4 {
                list.push(142);
            }
        }
        list.retain(|&station| !self.hunter_at(station));
        list.iter().map(|station| format!("{} at {station}", next.name)).collect()
    }

    fn place(&mut self, name: &str, station: u8) {
        for hunter in &mut self.hunters {
            if hunter.name == name {
                hunter.at = Some(station);
            }
        }
        self.next_step_of_set_up();
    }

    /// 6.4.4: either station of his tile, but no hunter's (2.3).
    fn starts(&self) -> Vec<String> {
        let (a, b) = self.fixed.start.tile.expect("his tile");
        let free = [a, b].into_iter().filter(|&station| !self.hunter_at(station));
        free.map(|station| format!("start {station}")).collect()
    }

    /// 6.5.2: another ticket is turned where a detective stands.
    fn ticket_draws(&self) -> Vec<String> {
        let numbers = self.fixed.board.tickets.iter();
        let free = numbers.filter(|&&station| !self.hunter_at(station));
        free.map(|station| format!("ticket {station}")).collect()
    }

    /// 6.3.4, 6.5.5: what was hidden in an open game is shown first. 4.6: no move, no game.
    pub fn start_fugitives_turn(&mut self) {
        if self.edition().open {
            for slot in &mut self.log {
                slot.shown = true;
            }
        }
        self.phase = Phase::Moving { second: false };
        if self.actions().is_empty() {
            self.end("cornered".to_string());
        }
    }

    pub fn start_hunters_turn(&mut self) {
        for hunter in &mut self.hunters {
            hunter.moved = false;
            hunter.came_from = None;
        }
        self.token_used = false;
        self.phase = Phase::Hunting { next: 0 };
        let tickets_left = self.edition().compact && self.purses[0].total() > 0;
        if tickets_left && self.hunters_moves().is_empty() {
            return self.leave_all_tickets("immobile"); // 6.5.6, 9.20
        }
        self.go_on_hunting();
    }

    /// 5.6: the fugitive's wins, then his next turn.
    pub fn end_hunters_turn(&mut self) {
        if self.edition().compact && self.purses[0].total() == 0 {
            return self.end("out of tickets".to_string()); // 6.5.6
        }
        if self.edition().rounds == Some(self.round) || self.log_is_full() {
            return self.end("escaped".to_string());
        }
        if self.edition().stranded_win && self.all_stranded() {
            return self.end("stranded".to_string()); // 9.4
        }
        self.black += self.waiting_black; // 6.4.7: usable from now on
        self.double += self.waiting_double;
        self.waiting_black = 0;
        self.waiting_double = 0;
        self.round += 1;
        self.start_fugitives_turn();
    }
}

/// A station's number in a decision.
pub fn number(word: &str) -> u8 {
    word.parse().unwrap_or_else(|_| panic!("{word} is no station"))
}

fn purses(start: &Start, edition: &Edition) -> Vec<Purse> {
    let Some(deal) = &edition.deal else { return Vec::new() };
    let many = if edition.pooled { 1 } else { start.detectives.len() };
    vec![deal.clone(); many]
}

fn hunters(start: &Start, edition: &Edition) -> Vec<Hunter> {
    let mut characters = start.characters.clone();
    for name in ["holmes", "watson", "irene", "mycroft", "lestrade"].iter().skip(characters.len()) {
        characters.push(name.to_string());
    }
    let tokens = if start.detectives.len() <= 3 { 2 } else { 1 }; // 6.4.3
    let mut hunters = Vec::new();
    for (index, &at) in start.detectives.iter().enumerate() {
        let purse = if edition.pooled { 0 } else { index };
        hunters.push(Hunter {
            name: format!("d{}", index + 1),
            at,
            purse: edition.deal.as_ref().map(|_| purse),
            bobby: false,
            moved: false,
            came_from: None,
            character: edition.variant.then(|| characters[index].clone()),
            tokens: if edition.variant { tokens } else { 0 },
        });
    }
    for (index, &at) in start.bobbies.iter().enumerate() {
        hunters.push(Hunter {
            name: format!("b{}", index + 1),
            at: Some(at),
            purse: None,
            bobby: true,
            moved: false,
            came_from: None,
            character: None,
            tokens: 0,
        });
    }
    hunters
}
