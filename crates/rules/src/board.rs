//! A board: stations, lines, positions and marks, checked and compiled once.

mod check;
mod file;
mod json;
mod library;
mod point;
pub mod scenery;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use check::{BoardError, BoardErrors};
pub use file::{BoardFile, Cards, Lines, Marks, Quarters};
pub use point::Point;
use scenery::{Face, Scenery};

use crate::{Action, Hunter, Station, StationSet, Ticket, Transport, Transports};

/// A one-transport connection between two stations, usable both ways; `a < b`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Line {
    /// What runs on it.
    pub transport: Transport,
    /// The end with the lower number.
    pub a: Station,
    /// The other end.
    pub b: Station,
}

/// All lines from one station to another, as seen from the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// The station at the other end.
    pub to: Station,
    /// The transports that go there.
    pub by: Transports,
}

/// One way of a hunter to leave a station.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct HunterMove {
    pub(crate) to: Station,
    /// What is paid; none for those who ride free.
    pub(crate) ticket: Option<Ticket>,
}

impl HunterMove {
    #[inline(always)]
    pub(crate) const fn action(self, hunter: Hunter) -> Action {
        Action::Hunt { hunter, ticket: self.ticket, to: self.to }
    }
}

/// What a station may bear besides its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Mark {
    /// A top hat: see rule 6.4.7.
    Hideout,
    /// The river symbol.
    River,
    /// The park symbol.
    Park,
    /// The monument symbol.
    Monument,
    /// One of the stations that a crime tile names.
    Crime,
}

impl Mark {
    /// Every mark.
    pub const ALL: [Mark; 5] = [Mark::Hideout, Mark::River, Mark::Park, Mark::Monument, Mark::Crime];

    /// The word for it in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Mark::Hideout => "hideout",
            Mark::River => "river",
            Mark::Park => "park",
            Mark::Monument => "monument",
            Mark::Crime => "crime",
        }
    }
}

/// One of the four quarters of a board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Quarter {
    /// North-west.
    I,
    /// North-east.
    II,
    /// South-east.
    III,
    /// South-west.
    IV,
}

impl Quarter {
    /// Clockwise from the north-west.
    pub const ALL: [Quarter; 4] = [Quarter::I, Quarter::II, Quarter::III, Quarter::IV];

    /// The numeral on the board.
    pub const fn name(self) -> &'static str {
        match self {
            Quarter::I => "I",
            Quarter::II => "II",
            Quarter::III => "III",
            Quarter::IV => "IV",
        }
    }
}

/// A checked board.
///
/// ```
/// use fogbound_rules::{Board, Transport};
/// let london = Board::builtin("london").unwrap();
/// assert_eq!(london.lines().len(), 467);
/// assert_eq!(london.stations().len(), 199);
/// ```
#[derive(Clone)]
pub struct Board {
    id: String,
    title: String,
    note: Option<String>,
    size: Point,
    positions: Vec<Point>,
    lines: Vec<Line>,
    marks: [StationSet; Mark::ALL.len()],
    quarters: [StationSet; Quarter::ALL.len()],
    borders: Vec<Vec<Point>>,
    cards: Cards,
    face: Face,
    scenery: Scenery,
    stations: StationSet,
    links: Vec<Link>,
    link_spans: Box<[(u16, u16); 256]>,
    hunter_moves: Vec<HunterMove>,
    /// By station (eight bits), the transports that a hunter can use (three bits) and whether it
    /// rides free (one more). One flat table: a look-up is one load from another.
    hunter_move_spans: Spans,
    transports: Vec<Transports>,
    neighbours: Vec<[StationSet; 4]>,
    distances: Vec<u8>,
}

/// By its name: the tables would fill pages.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Board").field(&self.id).finish()
    }
}

impl Board {
    /// How far apart stations without a connection are said to be.
    pub const UNREACHABLE: u8 = u8::MAX;

    /// The name by which files and commands refer to it.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The name for people.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// What a player should know of this board's making.
    pub fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    /// The outer radius of its stations in a drawing: as large as their density and the closest pair
    /// allow.
    pub fn station_radius(&self) -> f32 {
        let spots: Vec<Point> = self.stations.iter().map(|s| self.position(s)).collect();
        let pairs =
            spots.iter().enumerate().flat_map(|(i, a)| spots[..i].iter().map(|b| a.distance(*b)));
        let closest = pairs.fold(f32::INFINITY, f32::min);
        let roomy = 0.147 * (self.size.x * self.size.y / spots.len() as f32).sqrt();
        let small = 0.03 * self.size.x.min(self.size.y);
        roomy.min(0.43 * closest).min(small)
    }

    /// Width and height of the drawing.
    pub fn size(&self) -> Point {
        self.size
    }

    /// All stations.
    pub fn stations(&self) -> StationSet {
        self.stations
    }

    /// The station with this number, if the board has it.
    pub fn station(&self, number: u8) -> Option<Station> {
        Station::new(number).filter(|&station| self.stations.contains(station))
    }

    /// Where a station is drawn.
    pub fn position(&self, station: Station) -> Point {
        self.positions[station.index()]
    }

    /// All lines, sorted by transport and then by ends.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The lines that leave a station, one entry for each station at the other end, in rising order.
    #[inline]
    pub fn links(&self, station: Station) -> &[Link] {
        let (first, end) = self.link_spans[station.index()];
        &self.links[first as usize..end as usize]
    }

    /// The ways of a hunter out of a station by the transports that it can use, ferries apart.
    #[inline(always)]
    pub(crate) fn hunter_moves(&self, station: Station, rides: Transports, free: bool) -> &[HunterMove] {
        let ways = usize::from(rides.bits() & 0b0111 | u8::from(free) << 3);
        let (first, end) = self.hunter_move_spans[ways << 8 | station.index()];
        &self.hunter_moves[first as usize..end as usize]
    }

    /// The transports that stop at a station (rule 2.2).
    #[inline]
    pub fn transports(&self, station: Station) -> Transports {
        self.transports[station.index()]
    }

    /// The next stops of one transport.
    #[inline]
    pub fn neighbours(&self, station: Station, transport: Transport) -> &StationSet {
        &self.neighbours[station.index()][transport as usize]
    }

    /// The least number of moves between two stations by any transport but the ferry, tickets
    /// ignored; [`Board::UNREACHABLE`] if there is no way.
    #[inline]
    pub fn distance(&self, a: Station, b: Station) -> u8 {
        self.distances[a.index() << 8 | b.index()]
    }

    /// The distances of [`Board::distance`] from one station, by station number.
    #[inline]
    pub fn distances(&self, from: Station) -> &[u8; 256] {
        let row = self.distances[from.index() << 8..].first_chunk();
        row.expect("the table has a row for every station")
    }

    /// The stations that bear a mark.
    pub fn marked(&self, mark: Mark) -> &StationSet {
        &self.marks[mark as usize]
    }

    /// The stations of a quarter.
    pub fn quarter(&self, quarter: Quarter) -> &StationSet {
        &self.quarters[quarter as usize]
    }

    /// The quarter that a station lies in, on boards that have quarters.
    pub fn quarter_of(&self, station: Station) -> Option<Quarter> {
        Quarter::ALL.into_iter().find(|&quarter| self.quarter(quarter).contains(station))
    }

    /// Where the borders of the quarters are drawn.
    pub fn borders(&self) -> &[Vec<Point>] {
        &self.borders
    }

    /// The start cards and tiles that belong to the board.
    pub fn cards(&self) -> &Cards {
        &self.cards
    }

    /// The manner in which it is drawn.
    pub fn face(&self) -> Face {
        self.face
    }

    /// Water, parks and names: what is drawn and not played.
    pub fn scenery(&self) -> &Scenery {
        &self.scenery
    }

    /// How many stations each transport stops at, and how many lines it has.
    pub fn network(&self, transport: Transport) -> (usize, usize) {
        let stops = self.stations.iter().filter(|&s| self.transports(s).contains(transport)).count();
        let lines = self.lines.iter().filter(|line| line.transport == transport).count();
        (stops, lines)
    }

    /// The least number of moves from a station to every other over some transports only, by
    /// station number; [`Board::UNREACHABLE`] where there is no way.
    pub fn distances_over(&self, transports: Transports, from: Station) -> [u8; 256] {
        let mut distances = [Board::UNREACHABLE; 256];
        distances[from.index()] = 0;
        let mut queue = vec![from];
        let mut next = 0;
        while let Some(&station) = queue.get(next) {
            next += 1;
            for link in self.links(station) {
                let known = distances[link.to.index()] != Board::UNREACHABLE;
                if !known && !link.by.intersection(transports).is_empty() {
                    distances[link.to.index()] = distances[station.index()] + 1;
                    queue.push(link.to);
                }
            }
        }
        distances
    }

    fn compile(file: BoardFile, lines: Vec<Line>) -> Board {
        let mut positions = vec![Point { x: 0.0, y: 0.0 }; 256];
        let mut stations = StationSet::EMPTY;
        for &(station, x, y) in &file.stations {
            stations.insert(station);
            positions[station.index()] = Point { x, y };
        }
        let mut neighbours = vec![[StationSet::EMPTY; 4]; 256];
        for line in &lines {
            neighbours[line.a.index()][line.transport as usize].insert(line.b);
            neighbours[line.b.index()][line.transport as usize].insert(line.a);
        }
        let mut links = Vec::new();
        let mut link_spans = Box::new([(0, 0); 256]);
        let mut transports = Vec::with_capacity(256);
        for (sets, span) in neighbours.iter().zip(link_spans.iter_mut()) {
            span.0 = links.len() as u16;
            let all = sets.iter().fold(StationSet::EMPTY, |all, set| all.union(set));
            for to in all {
                let by = Transport::ALL.into_iter().filter(|&t| sets[t as usize].contains(to)).collect();
                links.push(Link { to, by });
            }
            span.1 = links.len() as u16;
            transports
                .push(Transport::ALL.into_iter().filter(|&t| !sets[t as usize].is_empty()).collect());
        }
        let (hunter_moves, hunter_move_spans) = compile_hunter_moves(&links, &link_spans);
        let mut board = Board {
            hunter_moves,
            hunter_move_spans,
            marks: Mark::ALL.map(|mark| match mark {
                Mark::Crime => file.cards.crimes.iter().copied().collect(),
                _ => file.marks.of(mark).iter().copied().collect(),
            }),
            quarters: Quarter::ALL.map(|quarter| file.quarters.of(quarter).iter().copied().collect()),
            id: file.id,
            title: file.title,
            note: file.note,
            size: file.size,
            borders: file.quarters.borders,
            cards: file.cards,
            face: file.face,
            scenery: file.scenery,
            positions,
            lines,
            stations,
            links,
            link_spans,
            transports,
            neighbours,
            distances: vec![Board::UNREACHABLE; 256 * 256],
        };
        for from in stations {
            let row = board.distances_over(Transports::LAND, from);
            board.distances[from.index() << 8..(from.index() + 1) << 8].copy_from_slice(&row);
        }
        board
    }
}

type Spans = Box<[(u32, u32); 1 << 12]>;

/// The ways of a hunter out of every station, for each set of transports that it may be able to use.
fn compile_hunter_moves(links: &[Link], link_spans: &[(u16, u16); 256]) -> (Vec<HunterMove>, Spans) {
    let mut moves = Vec::new();
    let mut spans: Spans = Box::new([(0, 0); 1 << 12]);
    for (index, span) in spans.iter_mut().enumerate() {
        let (ways, station) = (index >> 8, index & 0xff);
        let (rides, free) = (Transports::from_bits(ways as u8 & 0b0111), ways & 0b1000 != 0);
        let (first, end) = link_spans[station];
        span.0 = moves.len() as u32;
        for link in &links[first as usize..end as usize] {
            let by = link.by.intersection(rides);
            let tickets = by.iter().filter_map(Transport::ticket).map(Some);
            if free && !by.is_empty() {
                moves.push(HunterMove { to: link.to, ticket: None });
            } else if !free {
                moves.extend(tickets.map(|ticket| HunterMove { to: link.to, ticket }));
            }
        }
        span.1 = moves.len() as u32;
    }
    (moves, spans)
}
