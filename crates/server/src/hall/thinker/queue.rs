//! Whose question is thought about next. Addresses take turns, and so do the tables of an address;
//! tables of bots alone come when no person waits. There is no time and no thread in here.

use std::collections::{BTreeSet, VecDeque};

use fogbound_table::id::TableId;

use crate::hall::Address;
use crate::limits::{QUESTIONS, QUESTIONS_EACH};

/// Which questions go before which.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::hall) enum Rank {
    /// A person has a seat at the table.
    People,
    /// No seat belongs to a person.
    BotsAlone,
}

/// Who asks.
#[derive(Clone, Copy)]
pub(in crate::hall) struct Asker {
    pub(in crate::hall) rank: Rank,
    pub(in crate::hall) address: Address,
    pub(in crate::hall) table: TableId,
}

/// Which question; no two are the same.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Ticket(u64);

/// So many questions wait that no more are taken.
#[derive(PartialEq, Eq, Debug)]
pub(in crate::hall) struct Full;

/// The questions that wait.
pub(super) struct Queue<T> {
    people: Ring<T>,
    bots_alone: Ring<T>,
    asked: u64,
}

/// The addresses that wait. In a round each has one turn; who comes takes part in the round that is
/// under way, unless its turn was already. None of the lines is empty.
struct Ring<T> {
    /// Those whose turn in this round is still to come.
    now: VecDeque<Line<T>>,
    /// Those whose turn is in the next round.
    later: VecDeque<Line<T>>,
    /// Those who had their turn in this round.
    served: BTreeSet<Address>,
}

/// The questions of one address, one for each of its tables: the table whose turn it is comes first.
struct Line<T> {
    address: Address,
    waiting: VecDeque<Waiting<T>>,
}

struct Waiting<T> {
    ticket: Ticket,
    table: TableId,
    item: T,
}

impl<T> Queue<T> {
    pub(super) fn new() -> Queue<T> {
        Queue { people: Ring::new(), bots_alone: Ring::new(), asked: 0 }
    }

    /// Takes a question in. A table asks one at a time: if another of it still waits, that one is
    /// dropped.
    pub(super) fn push(&mut self, asker: Asker, item: T) -> Result<Ticket, Full> {
        self.remove(|waiting| waiting.table == asker.table);
        if self.len() >= QUESTIONS {
            return Err(Full);
        }
        self.asked += 1;
        let ticket = Ticket(self.asked);
        let ring = match asker.rank {
            Rank::People => &mut self.people,
            Rank::BotsAlone => &mut self.bots_alone,
        };
        ring.push(asker.address, Waiting { ticket, table: asker.table, item })?;
        Ok(ticket)
    }

    /// The question whose turn it is.
    pub(super) fn pop(&mut self) -> Option<T> {
        self.people.pop().or_else(|| self.bots_alone.pop())
    }

    /// A question that is not asked any more.
    pub(super) fn cancel(&mut self, ticket: Ticket) {
        self.remove(|waiting| waiting.ticket == ticket);
    }

    fn remove(&mut self, which: impl Fn(&Waiting<T>) -> bool) {
        self.people.remove(&which);
        self.bots_alone.remove(&which);
    }

    /// How many wait.
    pub(super) fn len(&self) -> usize {
        self.people.len() + self.bots_alone.len()
    }

    /// How many will be thought about before this one, if no more come.
    pub(super) fn ahead(&self, ticket: Ticket) -> usize {
        let of_people = || self.people.ahead(ticket);
        let of_bots = || Some(self.people.len() + self.bots_alone.ahead(ticket)?);
        of_people().or_else(of_bots).unwrap_or(0)
    }
}

impl<T> Ring<T> {
    fn new() -> Ring<T> {
        Ring { now: VecDeque::new(), later: VecDeque::new(), served: BTreeSet::new() }
    }

    /// All lines, in the order of their next turns.
    fn lines(&self) -> impl Iterator<Item = &Line<T>> {
        self.now.iter().chain(&self.later)
    }

    fn push(&mut self, address: Address, waiting: Waiting<T>) -> Result<(), Full> {
        let mut lines = self.now.iter_mut().chain(&mut self.later);
        match lines.find(|line| line.address == address) {
            Some(line) if line.waiting.len() >= QUESTIONS_EACH => return Err(Full),
            Some(line) => line.waiting.push_back(waiting),
            None => {
                // A round has an end, however many come.
                let had_turn = self.served.contains(&address) || self.served.len() >= QUESTIONS;
                let lines = if had_turn { &mut self.later } else { &mut self.now };
                lines.push_back(Line { address, waiting: [waiting].into() });
            }
        }
        Ok(())
    }

    /// The first question of the address whose turn it is.
    fn pop(&mut self) -> Option<T> {
        if self.now.is_empty() {
            std::mem::swap(&mut self.now, &mut self.later);
            self.served.clear();
        }
        let mut line = self.now.pop_front()?;
        let first = line.waiting.pop_front()?;
        self.served.insert(line.address);
        if !line.waiting.is_empty() {
            self.later.push_back(line);
        }
        Some(first.item)
    }

    fn remove(&mut self, which: impl Fn(&Waiting<T>) -> bool) {
        for lines in [&mut self.now, &mut self.later] {
            lines.retain_mut(|line| {
                line.waiting.retain(|waiting| !which(waiting));
                !line.waiting.is_empty()
            });
        }
    }

    fn len(&self) -> usize {
        self.lines().map(|line| line.waiting.len()).sum()
    }

    fn ahead(&self, ticket: Ticket) -> Option<usize> {
        let depth = |line: &Line<T>| line.waiting.iter().position(|waiting| waiting.ticket == ticket);
        let (turn, own) =
            self.lines().enumerate().find_map(|(turn, line)| Some((turn, depth(line)?)))?;
        // Each other address has as many turns before it as there are rounds.
        let before = |(other, line): (usize, &Line<T>)| match other {
            _ if other == turn => own,
            _ => line.waiting.len().min(own + usize::from(other < turn)),
        };
        Some(self.lines().enumerate().map(before).sum())
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use fogbound_rules::Rng;
    use fogbound_table::chance::SeededChance;

    use super::*;

    fn asker(rank: Rank, address: u8, table: u64) -> Asker {
        let address = match address {
            0 => Address::UNKNOWN,
            n => Address::from(std::net::IpAddr::V4(Ipv4Addr::new(10, 0, 0, n))),
        };
        Asker { rank, address, table: TableId::new(&SeededChance::new(table)) }
    }

    /// The order in which these are answered: each is an address and a table.
    fn order(askers: &[(Rank, u8, u64)]) -> Vec<u64> {
        let mut queue = Queue::new();
        for &(rank, address, table) in askers {
            queue.push(asker(rank, address, table), table).unwrap();
        }
        std::iter::from_fn(|| queue.pop()).collect()
    }

    use Rank::{BotsAlone, People};

    #[test]
    fn addresses_take_turns_however_many_tables_one_has() {
        let mut askers: Vec<_> = (1..=110).map(|table| (People, 1, table)).collect();
        askers.extend([(People, 2, 200), (People, 3, 300), (People, 2, 201), (People, 0, 400)]);
        assert_eq!(order(&askers)[..8], [1, 200, 300, 400, 2, 201, 3, 4]);
    }

    #[test]
    fn tables_of_bots_alone_wait_until_no_person_does() {
        let askers = [(BotsAlone, 1, 1), (BotsAlone, 2, 2), (BotsAlone, 1, 3), (People, 1, 4)];
        assert_eq!(order(&askers), [4, 1, 2, 3]);
    }

    #[test]
    fn a_newcomer_takes_part_in_the_round_that_is_under_way_but_once() {
        let mut queue = Queue::new();
        for table in 1..=5 {
            queue.push(asker(People, 1, table), table).unwrap();
        }
        assert_eq!(queue.pop(), Some(1));
        // Whoever comes now waits for no more of them,
        queue.push(asker(People, 2, 20), 20).unwrap();
        assert_eq!(queue.pop(), Some(20));
        // and whoever comes back again and again does not keep them waiting.
        for turn in [2, 3, 4, 5] {
            queue.push(asker(People, 2, 20), 20).unwrap();
            assert_eq!([queue.pop(), queue.pop()], [Some(turn), Some(20)]);
        }
    }

    #[test]
    fn who_comes_back_goes_behind_those_who_wait() {
        let mut queue = Queue::new();
        queue.push(asker(People, 1, 1), 1).unwrap();
        queue.push(asker(People, 2, 2), 2).unwrap();
        queue.push(asker(People, 1, 3), 3).unwrap();
        assert_eq!(queue.pop(), Some(1));
        queue.push(asker(People, 1, 1), 1).unwrap();
        assert_eq!([queue.pop(), queue.pop(), queue.pop()], [Some(2), Some(3), Some(1)]);
        assert_eq!(queue.pop(), None);
    }

    #[test]
    fn a_table_waits_once() {
        let mut queue = Queue::new();
        queue.push(asker(People, 1, 1), "before").unwrap();
        queue.push(asker(BotsAlone, 2, 1), "now").unwrap();
        assert_eq!((queue.len(), queue.pop(), queue.pop()), (1, Some("now"), None));
    }

    #[test]
    fn what_is_not_asked_any_more_is_left_out() {
        let mut queue = Queue::new();
        let tickets: Vec<_> =
            (1..=3).map(|table| queue.push(asker(People, table as u8, table), table).unwrap()).collect();
        queue.cancel(tickets[1]);
        queue.cancel(tickets[1]);
        assert_eq!((queue.len(), queue.ahead(tickets[1])), (2, 0));
        assert_eq!([queue.pop(), queue.pop(), queue.pop()], [Some(1), Some(3), None]);
    }

    #[test]
    fn there_is_a_bound_for_all_and_one_for_each_address() {
        let mut queue = Queue::new();
        let each = QUESTIONS_EACH as u64;
        for table in 0..each {
            queue.push(asker(People, 1, table), ()).unwrap();
        }
        assert_eq!(queue.push(asker(People, 1, each), ()).err(), Some(Full));
        let mut table = each;
        while queue.len() < QUESTIONS {
            table += 1;
            let address = 2 + (table / each) as u8;
            queue.push(asker(People, address, table), ()).unwrap();
        }
        assert_eq!(queue.push(asker(People, 255, table + 1), ()).err(), Some(Full));
    }

    #[test]
    fn how_many_are_ahead_is_how_many_are_answered_before() {
        let mut rng = Rng::new(1);
        for _ in 0..200 {
            let mut queue = Queue::new();
            let mut tickets = vec![];
            for table in 0..rng.below(40) as u64 {
                let rank = if rng.below(3) == 0 { BotsAlone } else { People };
                let asker = asker(rank, rng.below(6) as u8, table);
                tickets.push(queue.push(asker, table).unwrap());
                if rng.below(4) == 0 {
                    queue.pop();
                }
            }
            let ahead: Vec<_> = tickets.iter().map(|&ticket| queue.ahead(ticket)).collect();
            for (place, table) in std::iter::from_fn(|| queue.pop()).enumerate() {
                assert_eq!(ahead[table as usize], place);
            }
        }
    }
}
