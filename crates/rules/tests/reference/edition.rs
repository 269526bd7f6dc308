//! The numbers of each edition.

use super::start::Start;

/// Counts of normal tickets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Purse {
    pub taxi: u32,
    pub bus: u32,
    pub underground: u32,
}

impl Purse {
    pub const KINDS: [&str; 3] = ["taxi", "bus", "underground"];

    pub fn new(taxi: u32, bus: u32, underground: u32) -> Purse {
        Purse { taxi, bus, underground }
    }

    /// How many of a kind; there is no ferry ticket (2.4).
    pub fn count(&self, kind: &str) -> u32 {
        match kind {
            "taxi" => self.taxi,
            "bus" => self.bus,
            "underground" => self.underground,
            _ => 0,
        }
    }

    pub fn total(&self) -> u32 {
        self.taxi + self.bus + self.underground
    }

    fn of(&mut self, kind: &str) -> &mut u32 {
        match kind {
            "taxi" => &mut self.taxi,
            "bus" => &mut self.bus,
            "underground" => &mut self.underground,
            other => panic!("{other} is no normal ticket"),
        }
    }

    pub fn add(&mut self, kind: &str) {
        *self.of(kind) += 1;
    }

    pub fn remove(&mut self, kind: &str) {
        assert!(self.count(kind) > 0, "no {kind} ticket is left");
        *self.of(kind) -= 1;
    }

    /// This many times each kind.
    fn times(&self, n: u32) -> Purse {
        Purse::new(self.taxi * n, self.bus * n, self.underground * n)
    }

    fn less(&self, other: &Purse) -> Purse {
        Purse::new(self.taxi - other.taxi, self.bus - other.bus, self.underground - other.underground)
    }
}

/// What differs between editions, options included.
#[derive(Clone, Debug)]
pub struct Edition {
    /// What each purse of the detectives holds; `None` where they ride freely.
    pub deal: Option<Purse>,
    /// One purse for all detectives.
    pub pooled: bool,
    pub black: u32,
    pub double: u32,
    pub reserve_black: u32,
    pub reserve_double: u32,
    /// The heap that the fugitive's normal tickets come from; `None` where nobody counts it.
    pub supply: Option<Purse>,
    /// He pays nothing for an open move and stands on the board (beginner, compact).
    pub open: bool,
    /// Transports of detectives and of the fugitive's moves without a black ticket.
    pub transports: Vec<String>,
    /// Transports of a black ticket.
    pub black_transports: Vec<String>,
    pub slots: Option<usize>,
    pub rounds: Option<usize>,
    pub reveals: Vec<usize>,
    /// Slots that are hidden though the rest is open (6.3.4).
    pub hidden: Vec<usize>,
    pub fixed_order: bool,
    /// The fugitive wins when all detectives are stranded (9.4).
    pub stranded_win: bool,
    pub voluntary_reveal: bool,
    /// The last slot ends the game without a reply of the hunters (9.8).
    pub ends_on_last_slot: bool,
    /// Tokens, hide-outs, crimes and the balloon (6.4.1 to 6.4.10).
    pub variant: bool,
    pub compact: bool,
}

fn words(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_string).collect()
}

impl Edition {
    /// The edition that a start names, with its options.
    pub fn of(start: &Start) -> Edition {
        let mut edition = match start.edition.as_str() {
            "classic" => classic(start),
            "study" => study(start),
            "modern" if start.has("pooled", "true") => pooled(start),
            "modern" => modern(start, Purse::new(57, 45, 23)),
            "beginner" => beginner(start),
            // 6.4: as modern, but with another box and without the pool of 6.2.8.
            "holmes-original" => modern(start, Purse::new(58, 44, 23)),
            "holmes" => holmes(start),
            "compact" => compact(start),
            other => panic!("no edition is called {other}"),
        };
        if start.has("supply", "unlimited") {
            edition.supply = None; // 9.6
        }
        if start.has("stranded_win", "false") {
            edition.stranded_win = false; // 9.4
        }
        if start.has("stranded_win", "true") {
            edition.stranded_win = true; // 9.4
        }
        if start.has("length", "log") && ["modern", "holmes-original"].contains(&start.edition.as_str())
        {
            edition.rounds = None; // 9.1
        }
        edition
    }
}

/// 6.1.
fn classic(start: &Start) -> Edition {
    Edition {
        deal: Some(Purse::new(10, 8, 4)), // 6.1.2
        pooled: false,
        black: start.detectives.len() as u32, // 6.1.3
        double: 2,
        reserve_black: 0,
        reserve_double: 0,
        supply: None, // 6.1.3: his normal tickets are not counted
        open: false,
        transports: words("taxi bus underground"),
        black_transports: words("taxi bus underground ferry"), // 2.4, 4.2
        slots: Some(24),                                       // 6.1.6
        rounds: Some(22),                                      // 6.1.7
        reveals: vec![3, 8, 13, 18],                           // 6.1.6
        hidden: vec![],
        fixed_order: true, // 6.1.5
        stranded_win: true,
        voluntary_reveal: start.has("voluntary_reveal", "true"), // 6.1.8
        ends_on_last_slot: false,
        variant: false,
        compact: false,
    }
}

/// 6.1.9.
fn study(start: &Start) -> Edition {
    Edition {
        black: 5,
        supply: Some(Purse::new(4, 3, 3)),
        rounds: None,
        reveals: vec![3, 8, 13, 18, 24],
        ..classic(start)
    }
}

/// 6.2.
fn modern(start: &Start, whole_box: Purse) -> Edition {
    let deal = Purse::new(11, 8, 4); // 6.2.1
    Edition {
        supply: Some(whole_box.less(&deal.times(start.detectives.len() as u32))), // 6.2.2
        deal: Some(deal),
        black: 5,
        reveals: vec![3, 8, 13, 18, 24], // 6.2.6
        fixed_order: false,              // 6.2.5
        voluntary_reveal: false,
        ..classic(start)
    }
}

/// 6.2.8: two detectives share 22 taxi, 16 bus and 8 underground (9.2).
fn pooled(start: &Start) -> Edition {
    let edition = modern(start, Purse::new(57, 45, 23));
    let deal = edition.deal.as_ref().map(|deal| deal.times(start.detectives.len() as u32));
    Edition { pooled: true, deal, ..edition }
}

/// 6.3.
fn beginner(start: &Start) -> Edition {
    Edition {
        deal: None, // 6.3.1
        black: 1,   // 6.3.5
        double: 1,  // 6.3.6
        supply: None,
        open: true,                          // 6.3.3
        transports: words("taxi bus"),       // 6.3.1
        black_transports: words("taxi bus"), // 6.3.1, 6.3.5: no other use
        slots: Some(14),
        rounds: Some(13), // 6.3.3
        reveals: vec![],
        hidden: vec![3, 8, 13], // 6.3.4
        fixed_order: false,     // 6.3.7
        stranded_win: false,
        voluntary_reveal: false,
        ..classic(start)
    }
}

/// The variant of 6.4.
fn holmes(start: &Start) -> Edition {
    let deal = Purse::new(10, 7, 4); // 6.4.2
    let whole_box = Purse::new(58, 44, 23);
    Edition {
        supply: Some(whole_box.less(&deal.times(start.detectives.len() as u32))),
        deal: Some(deal),
        black: 1,
        double: 1,
        reserve_black: 5,
        reserve_double: 2,
        slots: Some(16), // 6.4.5
        rounds: None,
        reveals: vec![3, 8, 13],
        stranded_win: false,                                 // 6.4.5, 9.4
        ends_on_last_slot: !start.has("last_reply", "true"), // 9.8
        variant: true,
        ..modern(start, Purse::new(58, 44, 23))
    }
}

/// 6.5.
fn compact(start: &Start) -> Edition {
    let black = start.options.get("black_tickets").map_or(1, |n| n.parse().expect("a number"));
    Edition {
        deal: Some(Purse::new(12, 8, 4)), // 6.5.2: the pool
        pooled: true,
        black, // 6.5.5, 6.5.8
        double: 0,
        supply: None,
        open: true, // 6.5.3
        slots: None,
        rounds: None,
        reveals: vec![],
        fixed_order: false, // 6.5.1
        stranded_win: false,
        voluntary_reveal: false,
        compact: true,
        ..classic(start)
    }
}
