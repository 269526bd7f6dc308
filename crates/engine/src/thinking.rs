//! How long a bot thinks: a budget, a clock that is handed in, and word of how it goes.

use std::time::Duration;

use fogbound_rules::Action;

/// How much a bot may think about one decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// So many nodes: playouts of a tree search, positions of an alpha-beta search.
    Nodes(u64),
    /// So much time.
    Time(Duration),
}

/// A source of time. Handed in, so that tests own it.
pub trait Clock {
    /// The time since some fixed moment.
    fn now(&self) -> Duration;
}

/// Whatever tells the time is a clock.
///
/// ```
/// use fogbound_engine::{Budget, Thinking};
/// use std::time::{Duration, Instant};
/// let begun = Instant::now();
/// let clock = || begun.elapsed();
/// let thinking = Thinking::new(Budget::Time(Duration::from_millis(250)), &clock);
/// # let _ = thinking;
/// ```
impl<F: Fn() -> Duration> Clock for F {
    fn now(&self) -> Duration {
        self()
    }
}

/// How a search goes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Info {
    /// The nodes so far.
    pub nodes: u64,
    /// The decision that it would take now.
    pub action: Action,
    /// The chance of its own side that it sees, from 0 to 1.
    pub value: f64,
}

/// One decision in the making: what may be spent, what was spent, and who is told.
pub struct Thinking<'a> {
    budget: Budget,
    clock: &'a dyn Clock,
    started: Duration,
    /// It ends at this moment of the clock, whatever the budget says.
    end: Option<Duration>,
    nodes: u64,
    /// The first look at the clock, before the first node, and the last one, before so many.
    looks: [(Duration, u64); 2],
    report: Option<&'a mut dyn FnMut(Info)>,
}

impl<'a> Thinking<'a> {
    /// How many nodes pass between two looks at the clock.
    pub const NODES_BETWEEN_LOOKS: u64 = 16;

    /// Begins to think.
    pub fn new(budget: Budget, clock: &'a dyn Clock) -> Thinking<'a> {
        let started = clock.now();
        Thinking { budget, clock, started, end: None, nodes: 0, looks: [(started, 0); 2], report: None }
    }

    /// The same, but it ends at a moment of its clock even if the budget is not spent. A budget of
    /// nodes that is spent before gives the same decision as without it.
    pub fn until(self, end: Option<Duration>) -> Thinking<'a> {
        Thinking { end, ..self }
    }

    /// The same with somebody to tell.
    pub fn reporting(self, report: &'a mut dyn FnMut(Info)) -> Thinking<'a> {
        Thinking { report: Some(report), ..self }
    }

    /// What may be spent.
    pub fn budget(&self) -> Budget {
        self.budget
    }

    /// The nodes spent so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Asks for one node more. At least one is always granted, so that there is something to
    /// choose by.
    #[inline]
    pub fn another(&mut self) -> bool {
        let spent = matches!(self.budget, Budget::Nodes(most) if self.nodes >= most);
        let looks = self.nodes.is_multiple_of(Thinking::NODES_BETWEEN_LOOKS);
        let more = !spent && self.end().is_none_or(|end| !looks || self.look() < end);
        let granted = more || self.nodes == 0;
        self.nodes += u64::from(granted);
        granted
    }

    /// When it ends, by the clock.
    fn end(&self) -> Option<Duration> {
        let Budget::Time(most) = self.budget else { return self.end };
        let spent = self.started.saturating_add(most);
        Some(self.end.map_or(spent, |end| end.min(spent)))
    }

    /// Looks at the clock, and keeps in mind what it said.
    fn look(&mut self) -> Duration {
        let now = self.clock.now();
        self.looks[1] = (now, self.nodes);
        if self.nodes == 0 {
            self.looks[0] = (now, 0);
        }
        now
    }

    /// How many more nodes may be granted; where time is the budget, a quarter more than the speed so far promises for the time that
    /// was left at the last look.
    pub fn nodes_left(&self) -> u64 {
        match self.budget {
            Budget::Nodes(most) => most.saturating_sub(self.nodes),
            Budget::Time(most) => {
                let [(first, _), (last, nodes)] = self.looks;
                let left = self.started.saturating_add(most).saturating_sub(last).as_secs_f64();
                (1.25 * nodes as f64 * left / last.saturating_sub(first).as_secs_f64()) as u64
            }
        }
    }

    /// Tells how it goes.
    pub fn tell(&mut self, action: Action, value: f64) {
        let info = Info { nodes: self.nodes, action, value };
        if let Some(report) = &mut self.report {
            report(info);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// Each look at it takes a millisecond.
    struct Ticking(Cell<u64>);

    impl Clock for Ticking {
        fn now(&self) -> Duration {
            self.0.set(self.0.get() + 1);
            Duration::from_millis(self.0.get())
        }
    }

    #[test]
    fn a_budget_of_time_ends_a_bounded_number_of_nodes_after_it_ran_out() {
        let clock = Ticking(Cell::new(0));
        let mut thinking = Thinking::new(Budget::Time(Duration::from_millis(5)), &clock);
        while thinking.another() {}
        assert_eq!(thinking.nodes(), 4 * Thinking::NODES_BETWEEN_LOOKS);
        assert_eq!(clock.0.get(), 6);
    }

    #[test]
    fn nodes_end_at_a_moment_of_the_clock_and_are_not_touched_by_one_that_is_not_reached() {
        let end = |ms| Some(Duration::from_millis(ms));
        for (ms, nodes) in [(6, 4 * Thinking::NODES_BETWEEN_LOOKS), (1000, 100)] {
            let clock = Ticking(Cell::new(0));
            let mut thinking = Thinking::new(Budget::Nodes(100), &clock).until(end(ms));
            while thinking.another() {}
            assert_eq!(thinking.nodes(), nodes, "until {ms} ms");
        }
        // Of two ends the first one counts.
        for (budget, until) in [(5, 1000), (1000, 6)] {
            let clock = Ticking(Cell::new(0));
            let budget = Budget::Time(Duration::from_millis(budget));
            let mut thinking = Thinking::new(budget, &clock).until(end(until));
            while thinking.another() {}
            assert_eq!(thinking.nodes(), 4 * Thinking::NODES_BETWEEN_LOOKS);
        }
    }

    #[test]
    fn what_is_left_is_no_less_than_what_will_be_granted() {
        let clock = || Duration::ZERO;
        let mut thinking = Thinking::new(Budget::Nodes(100), &clock);
        (0..30).for_each(|_| assert!(thinking.another()));
        assert_eq!(thinking.nodes_left(), 70);
        // Nobody can know how fast it is before any time has passed.
        let mut unhurried = Thinking::new(Budget::Time(Duration::from_millis(1)), &clock);
        while unhurried.nodes() <= Thinking::NODES_BETWEEN_LOOKS {
            assert!(unhurried.another());
        }
        assert_eq!(unhurried.nodes_left(), u64::MAX);
        let clock = Ticking(Cell::new(0));
        let mut thinking = Thinking::new(Budget::Time(Duration::from_millis(70)), &clock);
        // What comes before the first node says nothing about its speed.
        (0..30).for_each(|_| _ = clock.now());
        let promised = loop {
            assert!(thinking.another());
            if thinking.nodes() == 10 * Thinking::NODES_BETWEEN_LOOKS {
                break thinking.nodes_left();
            }
        };
        let before = thinking.nodes();
        while thinking.another() {}
        let granted = thinking.nodes() - before;
        assert!((granted..=granted * 4 / 3).contains(&promised), "{promised} for {granted}");
    }

    #[test]
    fn one_node_is_always_granted() {
        let clock = Ticking(Cell::new(0));
        for budget in [Budget::Nodes(0), Budget::Time(Duration::ZERO)] {
            let mut thinking = Thinking::new(budget, &clock);
            assert!(thinking.another());
            while thinking.another() {}
            assert!(thinking.nodes() <= Thinking::NODES_BETWEEN_LOOKS);
        }
    }
}
