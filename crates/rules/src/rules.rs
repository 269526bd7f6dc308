//! The rules of one game: an edition on a board, with what was agreed, for a number of pieces.

mod about;

use std::fmt;
use std::sync::Arc;

use crate::edition::{self, BlackTickets, Case, Fares, OptionKey, OptionValue, Order, Score, Start};
use crate::reasons::Reasons;
use crate::{
    Board, Character, Edition, Hunter, Library, Options, Purse, Quarter, RecordVersion, Side, Station,
    StationSet, Ticket, Transport, Transports,
};

pub use about::Stock;

/// An edition on a board, with its options settled, for a number of pieces: all that stays the
/// same through a game, compiled into the form that play needs.
///
/// ```
/// use fogbound_rules::Rules;
/// let rules = Rules::builtin("modern", &["pooled=true"], 2).unwrap();
/// assert_eq!(rules.hunters().count(), 4); // two detectives, two bobbies
/// ```
#[derive(Clone)]
pub struct Rules {
    board: Arc<Board>,
    edition: Arc<Edition>,
    options: Options,
    record_version: RecordVersion,
    detectives: u8,
    bobbies: u8,
    pub(crate) present: u8,
    pub(crate) free_riders: u8,
    pub(crate) purse_of: [u8; Hunter::PLACES],
    pub(crate) dealt: Vec<Purse>,
    pub(crate) shares_purse: bool,
    pub(crate) open: Transports,
    pub(crate) black_open: Transports,
    pub(crate) free_fares: bool,
    pub(crate) counted: bool,
    /// Whether what detectives pay goes into the stock.
    pub(crate) collects: bool,
    /// The place of Inspector Lestrade, or one that no hunter has.
    pub(crate) lestrade: u8,
    pub(crate) stock: Purse,
    pub(crate) black: u8,
    pub(crate) double: u8,
    pub(crate) slots: u8,
    pub(crate) rounds: u8,
    pub(crate) reveal: u32,
    pub(crate) hidden: u32,
    pub(crate) open_log: bool,
    pub(crate) in_order: bool,
    pub(crate) last_reply: bool,
    pub(crate) stranded_win: bool,
    pub(crate) voluntary_reveal: bool,
    pub(crate) spaced_black: bool,
    pub(crate) characters: Vec<Character>,
    pub(crate) tokens: u8,
    pub(crate) case: Option<Case>,
    pub(crate) score: Option<Score>,
    /// By fare and station: where the fugitive can get to. See [`Rules::destinations`].
    destinations: Vec<StationSet>,
}

/// One reason why an edition cannot be played as asked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum RulesError {
    #[error("there is no edition '{0}'; `fogbound editions` lists them")]
    UnknownEdition(String),
    #[error("there is no board '{0}'; there are london, london-1983, victorian and compact")]
    UnknownBoard(String),
    #[error("{0}")]
    Option(#[from] edition::OptionError),
    #[error("edition {edition} is played with {allowed} detectives, not {detectives}")]
    Detectives { edition: String, allowed: String, detectives: usize },
    #[error("a shared pool needs exactly 2 detectives, not {0}")]
    PooledDetectives(usize),
    #[error("{detectives} detectives need as many characters, but only {named} are named")]
    Characters { detectives: usize, named: usize },
    #[error("board {board} has {has} {what}, but edition {edition} needs {needs}")]
    BoardLacks { board: String, edition: String, what: &'static str, has: usize, needs: usize },
    #[error("board {board} has no station {station}, where edition {edition} starts a piece")]
    NoStartStation { board: String, edition: String, station: Station },
}

/// All reasons why an edition cannot be played as asked.
pub type RulesErrors = Reasons<RulesError>;

/// What was settled, without what follows from it.
impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rules = f.debug_struct("Rules");
        rules.field("edition", &self.edition.id).field("board", &self.board);
        rules.field("options", &self.options).field("detectives", &self.detectives).finish()
    }
}

impl Rules {
    /// Settles an edition on a board for a number of detectives; bobbies come as the edition says.
    pub fn new(
        edition: Arc<Edition>,
        board: Arc<Board>,
        options: Options,
        detectives: usize,
    ) -> Result<Rules, RulesErrors> {
        let Some(index) = edition.pieces.detectives.iter().position(|&n| n as usize == detectives)
        else {
            let allowed = edition.pieces.detectives.iter().map(ToString::to_string);
            return Err(RulesError::Detectives {
                edition: edition.id.clone(),
                allowed: allowed.collect::<Vec<_>>().join(", "),
                detectives,
            }
            .into());
        };
        let rules = Rules::compile(edition, board, options, index);
        let errors = rules.check();
        Reasons::none_of(errors).map(|()| rules)
    }

    /// An edition that comes with the program, on its own board; options as `KEY=VALUE`.
    pub fn builtin(edition: &str, options: &[&str], detectives: usize) -> Result<Rules, RulesErrors> {
        Library::default().rules(edition, options, detectives).map(Arc::unwrap_or_clone)
    }

    fn compile(edition: Arc<Edition>, board: Arc<Board>, options: Options, index: usize) -> Rules {
        let detectives = edition.pieces.detectives[index];
        let bobbies = edition.pieces.bobbies[index];
        let value = |key| setting(&edition, &options, key);
        let switch = |key, otherwise| match value(key) {
            Some(OptionValue::Switch(on)) => *on,
            _ => otherwise,
        };
        let word = |key| match value(key) {
            Some(OptionValue::Word(word)) => word.as_str(),
            _ => "",
        };
        let pieces = &edition.pieces;
        let closed: Transports = pieces.closed.iter().copied().collect();
        let detectives_mask = (1u8 << detectives) - 1;
        let bobbies_mask = ((1u8 << bobbies) - 1) << Hunter::MOST_DETECTIVES;
        let pooled = switch(OptionKey::Pooled, false);
        let mut purse_of = [0; Hunter::PLACES];
        let dealt = match (pieces.detective_tickets, pieces.pool) {
            (Some(each), _) if pooled => vec![times(each, detectives)],
            (Some(each), _) => {
                (0..detectives).for_each(|n| purse_of[n as usize] = n);
                vec![each; detectives as usize]
            }
            (None, Some(pool)) => vec![pool],
            (None, None) => vec![],
        };
        let stock = match edition.fugitive.fares {
            Fares::Own { tickets } => tickets,
            Fares::Supply { stock } => dealt.iter().fold(stock, |left, &purse| less(left, purse)),
            Fares::Unlimited | Fares::Free => Purse::default(),
        };
        let black = match (value(OptionKey::BlackTickets), edition.fugitive.black) {
            (Some(OptionValue::Number(count)), _) => *count,
            (_, BlackTickets::Count(count)) => count,
            (_, BlackTickets::PerDetective(_)) => detectives,
        };
        let counted = match edition.fugitive.fares {
            Fares::Own { .. } => true,
            Fares::Supply { .. } => word(OptionKey::Supply) != "unlimited",
            Fares::Unlimited | Fares::Free => false,
        };
        let rounds = edition.end.rounds.filter(|_| word(OptionKey::Length) != "log");
        let slot_set = |slots: &[u8]| slots.iter().fold(0u32, |set, slot| set | 1 << slot);
        let mut characters = match &edition.case {
            Some(_) => edition::characters(word(OptionKey::Characters))
                .unwrap_or_else(|| Character::ALL.to_vec()),
            None => vec![],
        };
        characters.truncate(detectives as usize);
        let (open, black_open) =
            (Transports::LAND.difference(closed), Transports::ALL.difference(closed));
        Rules {
            detectives,
            bobbies,
            present: detectives_mask | bobbies_mask,
            free_riders: bobbies_mask | if dealt.is_empty() { detectives_mask } else { 0 },
            purse_of,
            shares_purse: dealt.len() == 1 && detectives > 1,
            dealt,
            destinations: compile_destinations(&board, open, black_open),
            open,
            black_open,
            free_fares: edition.fugitive.fares == Fares::Free,
            counted,
            collects: counted || edition.score.is_some(),
            lestrade: characters.iter().position(|&c| c == Character::Lestrade).unwrap_or(usize::MAX)
                as u8,
            stock,
            black,
            double: edition.fugitive.double,
            slots: edition.log.slots,
            rounds: rounds.unwrap_or(u8::MAX),
            reveal: slot_set(&edition.log.reveal),
            hidden: slot_set(&edition.log.hidden),
            open_log: edition.log.open,
            in_order: edition.pieces.order == Order::Seats,
            last_reply: switch(OptionKey::LastReply, edition.end.last_reply),
            stranded_win: switch(OptionKey::StrandedWin, true),
            voluntary_reveal: switch(OptionKey::VoluntaryReveal, false),
            spaced_black: value(OptionKey::BlackTickets).is_some(),
            characters,
            tokens: edition.case.as_ref().map_or(0, |case| case.tokens[index]),
            case: edition.case.clone(),
            score: edition.score.clone(),
            options: options.other_than(&RecordVersion::NEWEST.defaults(&edition)),
            record_version: RecordVersion::NEWEST,
            board,
            edition,
        }
    }

    fn check(&self) -> Vec<RulesError> {
        let mut errors = Vec::new();
        let detectives = self.detectives as usize;
        if self.is_pooled() && !OptionKey::Pooled.fits(&self.edition, self.detectives) {
            errors.push(RulesError::PooledDetectives(detectives));
        }
        if self.case.is_some() && self.characters.len() < detectives {
            errors.push(RulesError::Characters { detectives, named: self.characters.len() });
        }
        let (cards, hunters) = (self.board.cards(), self.hunters().count());
        let mut need = |what, has: usize, needs: usize| {
            if has < needs {
                let (board, edition) = (self.board.id().into(), self.edition.id.clone());
                errors.push(RulesError::BoardLacks { board, edition, what, has, needs });
            }
        };
        match &self.edition.start {
            Start::Pile => need("start cards in cards.common", cards.common.len(), hunters + 1),
            Start::Cards => {
                need("start cards in cards.hunters", cards.hunters.len(), hunters);
                need("start cards in cards.fugitive", cards.fugitive.len(), 1);
            }
            Start::Tiles { .. } => {
                need("start cards in cards.hunters", cards.hunters.len(), hunters);
                need("start tiles in cards.tiles", cards.tiles.len(), 2);
            }
            Start::Placed => {
                let (stops, _) = self.board.network(Transport::Underground);
                need("underground stations", stops, hunters);
                need("start numbers in cards.tickets", cards.tickets.len(), hunters + 1);
            }
            Start::Chosen { .. } => {}
        }
        if let Some(case) = &self.case {
            need("crime scenes in cards.crimes", cards.crimes.len(), case.crimes as usize);
            let quarters = Quarter::ALL.map(|quarter| !self.board.quarter(quarter).is_empty());
            need("quarters", quarters.iter().filter(|&&there| there).count(), 4);
        }
        if let Start::Chosen { fugitive, detectives } = &self.edition.start {
            let starts = [fugitive].into_iter().chain(detectives);
            for &station in starts.filter(|&&station| !self.board.stations().contains(station)) {
                let (board, edition) = (self.board.id().into(), self.edition.id.clone());
                errors.push(RulesError::NoStartStation { board, edition, station });
            }
        }
        errors
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The edition.
    pub fn edition(&self) -> &Edition {
        &self.edition
    }

    /// What was agreed before the game, where it differs from the edition's defaults.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Every option that the edition offers, as it was settled.
    pub fn all_options(&self) -> Options {
        RecordVersion::NEWEST.defaults(&self.edition).with(self.options.clone())
    }

    /// The same for a game that is written down in an older version of the format, and told as it was
    /// told then.
    pub fn written_in(self, record_version: RecordVersion) -> Rules {
        Rules { record_version, ..self }
    }

    /// The version of the format in which a game by these rules is written down.
    pub fn record_version(&self) -> RecordVersion {
        self.record_version
    }

    /// The number of detectives.
    pub fn detectives(&self) -> usize {
        self.detectives as usize
    }

    /// The number of bobbies.
    pub fn bobbies(&self) -> usize {
        self.bobbies as usize
    }

    /// The pieces of the hunters: detectives in the order of the seats, then bobbies.
    pub fn hunters(&self) -> impl Iterator<Item = Hunter> + use<> {
        let present = self.present;
        (0..Hunter::PLACES).filter(move |place| present >> place & 1 != 0).map(Hunter::at_place)
    }

    #[inline(always)]
    pub(crate) fn hunter_count(&self) -> usize {
        usize::from(self.detectives + self.bobbies)
    }

    /// Whether all detectives pay from one purse.
    pub fn is_pooled(&self) -> bool {
        self.shares_purse
    }

    /// Whether the piece pays nothing for its moves.
    pub fn rides_free(&self, hunter: Hunter) -> bool {
        self.free_riders & hunter.bit() != 0
    }

    /// Which character a detective is, in editions that have them.
    pub fn character(&self, hunter: Hunter) -> Option<Character> {
        if hunter.is_bobby() { None } else { self.characters.get(hunter.place()).copied() }
    }

    /// The detective who is that character.
    pub fn player_of(&self, character: Character) -> Option<Hunter> {
        self.characters.iter().position(|&c| c == character).map(Hunter::at_place)
    }

    /// How many moves the log holds.
    pub fn slots(&self) -> u8 {
        self.slots
    }

    /// After how many rounds he has escaped; none if only the log sets a limit.
    pub fn rounds(&self) -> Option<u8> {
        Some(self.rounds).filter(|&rounds| rounds != u8::MAX)
    }

    /// Whether he must show himself after the move that fills this slot.
    #[inline]
    pub fn is_reveal(&self, slot: u8) -> bool {
        self.reveal >> slot & 1 != 0
    }

    /// Whether this slot of an open log is hidden.
    #[inline]
    pub fn is_hidden(&self, slot: u8) -> bool {
        self.hidden >> slot & 1 != 0
    }

    /// Whether a manhunt is scored in points, and not won or lost.
    pub fn is_scored(&self) -> bool {
        self.score.is_some()
    }

    /// The fewest and the most points that a manhunt can bring, where points are counted.
    pub fn score_range(&self) -> Option<(i16, i16)> {
        let score = self.score.as_ref()?;
        let worth = |purse: &Purse| -> i16 {
            let of = |t: &Ticket| i16::from(purse.count(*t)) * i16::from(score.prices.count(*t));
            Ticket::NORMAL.iter().map(of).sum()
        };
        let least = -i16::from(self.black) * i16::from(score.black);
        Some((least, self.dealt.iter().map(worth).sum()))
    }

    /// Who did better in a manhunt that ended so: the fugitive, if he has more than half of what the tickets of the hunters
    /// were worth. The points are the true measure; this makes them comparable with a win.
    pub fn ahead(&self, score: i16) -> Side {
        let most = self.score_range().map_or(0, |(_, most)| most);
        if 2 * score > most { Side::Fugitive } else { Side::Hunters }
    }

    /// Whether the fugitive may show himself of his own will.
    pub fn offers_show(&self) -> bool {
        self.voluntary_reveal
    }

    /// Whether the fugitive's normal tickets are counted.
    pub fn counts_fares(&self) -> bool {
        self.counted
    }

    /// Whether the game is a case of the Holmes variant: characters, crimes, hide-outs.
    pub fn has_case(&self) -> bool {
        self.case.is_some()
    }

    /// Whether the fugitive's piece stands on the board but for hidden slots.
    pub fn is_open_log(&self) -> bool {
        self.open_log
    }

    /// Where the fugitive gets from a station by one move with this fare, whoever stands there;
    /// without a ticket by any line that is open to all.
    #[inline]
    pub fn destinations(&self, fare: Option<Ticket>, from: Station) -> &StationSet {
        &self.destinations[fare.map_or(0, |ticket| 1 + ticket as usize) << 8 | from.index()]
    }
}

fn compile_destinations(board: &Board, open: Transports, black_open: Transports) -> Vec<StationSet> {
    let of = |rides: Transports, number: usize| {
        let Some(from) = board.station(number as u8) else { return StationSet::EMPTY };
        let sets = rides.iter().map(|transport| board.neighbours(from, transport));
        sets.fold(StationSet::EMPTY, |all, set| all.union(set))
    };
    let tickets = Ticket::ALL.map(|ticket| match ticket {
        Ticket::Black => black_open,
        _ => ticket.transports().intersection(open),
    });
    let fares = [open].into_iter().chain(tickets);
    fares.flat_map(|rides| (0..256).map(move |number| of(rides, number))).collect()
}

fn setting<'a>(edition: &'a Edition, options: &'a Options, key: OptionKey) -> Option<&'a OptionValue> {
    let default = || edition.options.iter().find(|spec| spec.key == key).map(|spec| &spec.default);
    options.get(key).or_else(default)
}

fn times(purse: Purse, factor: u8) -> Purse {
    let [taxi, bus, underground] = Ticket::NORMAL.map(|ticket| purse.count(ticket) * factor);
    Purse::new(taxi, bus, underground)
}

fn less(stock: Purse, dealt: Purse) -> Purse {
    let [taxi, bus, underground] =
        Ticket::NORMAL.map(|ticket| stock.count(ticket) - dealt.count(ticket));
    Purse::new(taxi, bus, underground)
}
