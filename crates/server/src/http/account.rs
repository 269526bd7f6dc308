//! What each address does, and has done lately. The memory for that is bounded: when it is full, all
//! addresses that are new share one account, and are bounded together.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr};
use std::time::Duration;

use fogbound_table::{Bucket, Moment, Rate};

use crate::limits;
use crate::metrics::{Label, Limit};
use crate::store::TallyKind;

/// Stands for all who have no account of their own.
pub(super) const OTHERS: IpAddr = IpAddr::V6(Ipv6Addr::UNSPECIFIED);

/// So many accounts there are; a leaf of the map may be half empty.
const MOST: usize = limits::ADDRESSES / (2 * size_of::<(IpAddr, Account)>());

/// Accounts that are not needed any more are looked for so often.
const SWEEP: Duration = Duration::from_secs(1);

/// Of an address that runs into limits the log tells so often, and of all together this much.
const TOLD: Duration = Duration::from_secs(60);
const LINES: Rate = Rate { most: 30, each_second: 1 };

/// How often something happened since a moment, for so long.
#[derive(Clone, Copy, Default)]
pub(super) struct Window {
    count: u32,
    since: Moment,
}

impl Window {
    /// How often it happened.
    pub(super) fn count(&self, now: Moment, span: Duration) -> u32 {
        if self.since.until(now) < span { self.count } else { 0 }
    }

    /// It happens once more.
    pub(super) fn add(&mut self, now: Moment, span: Duration) {
        let count = self.count(now, span);
        if count == 0 {
            self.since = now;
        }
        self.count = count.saturating_add(1);
    }

    /// When all of it is forgotten.
    pub(super) fn ends_in(&self, now: Moment, span: Duration) -> Duration {
        now.until(self.since.after(span))
    }
}

/// What one address does, and has done lately.
pub(super) struct Account {
    pub(super) requests: Bucket,
    pub(super) bytes: Bucket,
    pub(super) tables: Window,
    pub(super) reports: Window,
    pub(super) puzzles: Window,
    pub(super) floods: Window,
    /// Connections that are open, and those of them in places that are kept free.
    pub(super) connections: u32,
    pub(super) reserved: u32,
    /// Connections that are sockets.
    pub(super) sockets: u32,
    /// Requests that are not answered to the end.
    pub(super) under_way: u32,
    /// Games that are reviewed, or wait for it.
    pub(super) reviews: u32,
    /// How often it ran into a limit since that was told.
    hits: u32,
    told: Option<Moment>,
}

/// How much each address may ask for.
#[derive(Clone, Copy)]
pub(super) struct Rates {
    pub(super) requests: Rate,
    pub(super) bytes: Rate,
}

impl Account {
    fn new(rates: Rates, now: Moment) -> Account {
        Account {
            requests: Bucket::full(rates.requests, now),
            bytes: Bucket::full(rates.bytes, now),
            tables: Window::default(),
            reports: Window::default(),
            puzzles: Window::default(),
            floods: Window::default(),
            connections: 0,
            reserved: 0,
            sockets: 0,
            under_way: 0,
            reviews: 0,
            hits: 0,
            told: None,
        }
    }

    /// Whether a new account would say the same.
    fn is_blank(&mut self, now: Moment) -> bool {
        self.connections + self.sockets + self.under_way + self.reviews == 0
            && self.requests.is_full(now)
            && self.bytes.is_full(now)
            && self.tables.count(now, TallyKind::TableMade.span()) == 0
            && self.reports.count(now, limits::REPORTS_SPAN) == 0
            && self.puzzles.count(now, limits::PUZZLE_TRIES_SPAN) == 0
            && self.floods.count(now, TallyKind::SocketFlooded.span()) == 0
            && self.told.is_none_or(|told| told.until(now) >= TOLD)
    }
}

/// The accounts of all addresses.
pub(super) struct Accounts {
    rates: Rates,
    each: BTreeMap<IpAddr, Account>,
    swept: Moment,
    lines: Bucket,
}

impl Accounts {
    pub(super) fn new(rates: Rates) -> Accounts {
        let now = Moment::default();
        let each = BTreeMap::from([(OTHERS, Account::new(rates, now))]);
        Accounts { rates, each, swept: now, lines: Bucket::full(LINES, now) }
    }

    /// The account of an address, and under which address it is kept.
    pub(super) fn of(&mut self, address: IpAddr, now: Moment) -> (IpAddr, &mut Account) {
        let new = !self.each.contains_key(&address);
        if new && self.each.len() >= MOST && self.swept.until(now) >= SWEEP {
            self.swept = now;
            self.each.retain(|&address, account| address == OTHERS || !account.is_blank(now));
        }
        let key = if new && self.each.len() >= MOST { OTHERS } else { address };
        let rates = self.rates;
        (key, self.each.entry(key).or_insert_with(|| Account::new(rates, now)))
    }

    /// An account that is in use.
    pub(super) fn held(&mut self, key: IpAddr) -> Option<&mut Account> {
        self.each.get_mut(&key)
    }

    /// An address runs into a limit. Now and then the log tells that.
    pub(super) fn hit(&mut self, address: IpAddr, limit: Limit, now: Moment) {
        let (key, account) = self.of(address, now);
        account.hits = account.hits.saturating_add(1);
        if account.told.is_some_and(|told| told.until(now) < TOLD) {
            return;
        }
        let times = account.hits;
        if self.lines.take(now) {
            let limit = limit.word();
            match key == OTHERS {
                true => tracing::warn!(limit, times, "addresses without number run into a limit"),
                false => tracing::warn!(address = %key, limit, times, "an address runs into a limit"),
            }
            let (_, account) = self.of(key, now);
            account.hits = 0;
            account.told = Some(now);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);

    const RATES: Rates = Rates {
        requests: Rate { most: 3, each_second: 1 },
        bytes: Rate { most: 1000, each_second: 100 },
    };

    fn address(number: usize) -> IpAddr {
        IpAddr::V6(Ipv6Addr::from((0x2001_0db8_u128 << 96) + ((number as u128) << 64)))
    }

    #[test]
    fn a_flood_of_addresses_takes_so_much_memory_and_no_more() {
        let mut accounts = Accounts::new(RATES);
        let now = Moment(10_000);
        for number in 0..2 * MOST {
            accounts.of(address(number), now).1.requests.take(now);
        }
        assert_eq!(accounts.each.len(), MOST);
        let entry = size_of::<(IpAddr, Account)>();
        assert!(2 * MOST * entry <= limits::ADDRESSES && MOST > 20_000, "{MOST} of {entry} bytes");
        // Who has no account shares one, which is used up.
        let (key, account) = accounts.of(address(3 * MOST), now);
        assert_eq!(key, OTHERS);
        assert!(!account.requests.take(now));
        assert_eq!(accounts.of(address(5), now).0, address(5), "those before are not blamed");
        // Later those who did nothing since are forgotten.
        let later = Moment(60_000);
        assert_eq!(accounts.of(address(3 * MOST), later).0, address(3 * MOST));
        assert_eq!(accounts.each.len(), 2);
    }

    #[test]
    fn who_holds_something_is_not_forgotten() {
        let mut accounts = Accounts::new(RATES);
        accounts.of(address(1), Moment(0)).1.connections += 1;
        accounts.of(address(2), Moment(0)).1.tables.add(Moment(0), HOUR);
        for number in 3..MOST + 3 {
            accounts.of(address(number), Moment(1000));
        }
        accounts.of(address(0), Moment(100_000));
        assert_eq!(accounts.held(address(1)).map(|account| account.connections), Some(1));
        assert!(accounts.held(address(2)).is_some() && accounts.held(address(3)).is_none());
    }

    #[test]
    fn a_window_counts_for_a_while() {
        let mut window = Window::default();
        let at = |minutes: u64| Moment(minutes * 60_000);
        window.add(at(100), HOUR);
        window.add(at(150), HOUR);
        assert_eq!(window.count(at(159), HOUR), 2);
        assert_eq!(window.ends_in(at(150), HOUR), Duration::from_secs(600));
        assert_eq!(window.count(at(160), HOUR), 0);
        window.add(at(170), HOUR);
        assert_eq!(window.count(at(200), HOUR), 1);
    }
}
