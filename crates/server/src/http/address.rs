//! Where requests come from, and how much each address may do.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use axum::extract::ConnectInfo;
use axum::http::{Extensions, HeaderMap};
use fogbound_table::{Code, Moment, Refusal};

use super::HttpConfig;
use super::account::{Accounts, OTHERS, Rates};
use super::line::SOON;
use crate::hall::HallError;
use crate::limits;
use crate::metrics::{Limit, Metrics};
use crate::store::TallyKind;

/// Whoever finds no place is told to come again after this.
pub(super) const FULL: Duration = Duration::from_secs(10);

/// Whoever did too much of something for minutes is told to come again after this.
const LATER: Duration = Duration::from_secs(600);

/// The address of a request: of the socket, or what the proxy says.
pub(super) fn address(config: &HttpConfig, headers: &HeaderMap, extensions: &Extensions) -> IpAddr {
    let socket = extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let forwarded = || {
        // The last entry is the proxy's own; those before it are whatever the client wrote.
        let all = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
        all.rsplit(',').next()?.trim().parse().ok()
    };
    let found = if config.behind_proxy { forwarded().or(socket) } else { socket };
    network(found.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST)))
}

/// An address of version 6 stands for its network, as one household has many.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(v6) => match v6.to_ipv4_mapped() {
            Some(v4) => IpAddr::V4(v4),
            None => {
                let mut octets = v6.octets();
                octets[8..].fill(0);
                IpAddr::from(octets)
            }
        },
        v4 => v4,
    }
}

/// Where a connection has its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// Among all.
    Public,
    /// In one that is kept free for health and for those who have a seat.
    Reserved,
}

/// Connections where so many sockets may be open: as many, and more for requests that come and go.
fn with_spare(sockets: usize) -> usize {
    sockets + sockets / 4 + 64
}

/// How much each address may do.
pub(crate) struct AddressLimits {
    behind_proxy: bool,
    sockets: usize,
    sockets_each: usize,
    tables_each: usize,
    metrics: Arc<Metrics>,
    book: Mutex<Book>,
}

struct Book {
    accounts: Accounts,
    public: usize,
    reserved: usize,
    sockets: usize,
}

impl AddressLimits {
    pub(super) fn new(config: &HttpConfig, metrics: &Arc<Metrics>) -> Arc<AddressLimits> {
        let rates = Rates { requests: config.requests_each, bytes: config.bytes_each };
        let accounts = Accounts::new(rates);
        Arc::new(AddressLimits {
            behind_proxy: config.behind_proxy,
            sockets: config.connections,
            sockets_each: config.connections_each,
            tables_each: config.tables_each,
            metrics: Arc::clone(metrics),
            book: Mutex::new(Book { accounts, public: 0, reserved: 0, sockets: 0 }),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Book> {
        self.book.lock().expect("nothing panics while it is held")
    }

    /// Places that are kept free beyond those for all.
    fn kept_free(&self) -> usize {
        self.sockets / 8 + limits::RESERVED
    }

    fn permit(self: &Arc<AddressLimits>, key: IpAddr, held: Held) -> Permit {
        Permit { limits: Arc::clone(self), key, held }
    }

    /// An address runs into a limit: what it is told.
    fn too_much(
        &self,
        book: &mut Book,
        (address, limit): (IpAddr, Limit),
        now: Moment,
        text: &str,
        retry: Duration,
    ) -> HallError {
        self.metrics.limits.add(limit);
        book.accounts.hit(address, limit, now);
        let code = match limit {
            Limit::Connections | Limit::Sockets => Code::Unavailable,
            _ => Code::Limit,
        };
        HallError::Later(Refusal::new(code, text), retry)
    }

    /// Lets one more connection in. Behind a proxy all come from one address: there only the number of
    /// all is bounded here, and requests by what the proxy says of them.
    pub(crate) fn enter(
        self: &Arc<AddressLimits>,
        from: SocketAddr,
        now: Moment,
    ) -> Option<(Place, Permit)> {
        let address = if self.behind_proxy { OTHERS } else { network(from.ip()) };
        let book = &mut *self.lock();
        let (key, account) = book.accounts.of(address, now);
        let alone = self.behind_proxy;
        let many = !alone && account.connections as usize >= with_spare(self.sockets_each);
        if book.public < with_spare(self.sockets) && !many {
            account.connections += 1;
            book.public += 1;
            return Some((Place::Public, self.permit(key, Held::Connection(Place::Public))));
        }
        let free = book.reserved < self.kept_free()
            && (alone || (account.reserved as usize) < limits::RESERVED_EACH);
        if free {
            account.connections += 1;
            account.reserved += 1;
            book.reserved += 1;
        }
        let limit = if many { Limit::ConnectionsEach } else { Limit::Connections };
        self.metrics.limits.add(limit);
        book.accounts.hit(key, limit, now);
        free.then(|| (Place::Reserved, self.permit(key, Held::Connection(Place::Reserved))))
    }

    /// Lets one more request from this address be answered.
    pub(super) fn admit_request(
        self: &Arc<AddressLimits>,
        address: IpAddr,
        now: Moment,
    ) -> Result<Permit, HallError> {
        let book = &mut *self.lock();
        let (key, account) = book.accounts.of(address, now);
        let (limit, text, retry) = if account.under_way as usize >= with_spare(self.sockets_each) {
            let text = "too many requests from your address are under way";
            (Limit::UnderWay, text, Duration::from_secs(1))
        } else if !account.bytes.has_some(now) {
            let text = "too much was sent to your address; wait a while";
            (Limit::Bytes, text, account.bytes.wait())
        } else if !account.requests.take(now) {
            let text = "too many requests come from your address; slow down";
            (Limit::Requests, text, account.requests.wait())
        } else {
            account.under_way += 1;
            return Ok(self.permit(key, Held::Request));
        };
        Err(self.too_much(book, (key, limit), now, text, retry))
    }

    /// Lets one more table be made from this address.
    pub(super) fn admit_table(&self, address: IpAddr, now: Moment) -> Result<(), HallError> {
        let book = &mut *self.lock();
        let (_, account) = book.accounts.of(address, now);
        if account.tables.count(now, TallyKind::TableMade.span()) as usize >= self.tables_each {
            let retry = account.tables.ends_in(now, TallyKind::TableMade.span());
            return Err(self.too_many_tables(book, address, now, retry));
        }
        account.tables.add(now, TallyKind::TableMade.span());
        Ok(())
    }

    /// The same, by what all nodes have counted.
    pub(super) fn admit_table_of_all(
        &self,
        address: IpAddr,
        now: Moment,
        made: u32,
    ) -> Result<(), HallError> {
        match made as usize > self.tables_each {
            true => Err(self.too_many_tables(&mut self.lock(), address, now, LATER)),
            false => Ok(()),
        }
    }

    fn too_many_tables(
        &self,
        book: &mut Book,
        address: IpAddr,
        now: Moment,
        retry: Duration,
    ) -> HallError {
        let text = "too many tables were made from your address; wait a while";
        self.too_much(book, (address, Limit::Tables), now, text, retry)
    }

    /// Lets one more report come from this address.
    pub(super) fn admit_report(&self, address: IpAddr, now: Moment) -> Result<(), HallError> {
        let book = &mut *self.lock();
        let (_, account) = book.accounts.of(address, now);
        if account.reports.count(now, limits::REPORTS_SPAN) >= limits::REPORTS_EACH {
            let retry = account.reports.ends_in(now, limits::REPORTS_SPAN);
            let text = "too many reports came from your address; wait a while";
            return Err(self.too_much(book, (address, Limit::Reports), now, text, retry));
        }
        account.reports.add(now, limits::REPORTS_SPAN);
        Ok(())
    }

    /// Lets one more try of a puzzle come from this address.
    pub(super) fn admit_puzzle(&self, address: IpAddr, now: Moment) -> Result<(), HallError> {
        let book = &mut *self.lock();
        let (_, account) = book.accounts.of(address, now);
        if account.puzzles.count(now, limits::PUZZLE_TRIES_SPAN) >= limits::PUZZLE_TRIES_EACH {
            let retry = account.puzzles.ends_in(now, limits::PUZZLE_TRIES_SPAN);
            let text = "too many puzzles were tried from your address; wait a while";
            return Err(self.too_much(book, (address, Limit::Puzzles), now, text, retry));
        }
        account.puzzles.add(now, limits::PUZZLE_TRIES_SPAN);
        Ok(())
    }

    /// Lets one more game of this address be reviewed, or wait for it.
    pub(super) fn admit_review(
        self: &Arc<AddressLimits>,
        address: IpAddr,
        now: Moment,
    ) -> Result<Permit, HallError> {
        let book = &mut *self.lock();
        let (key, account) = book.accounts.of(address, now);
        if account.reviews >= limits::REVIEWS_EACH {
            let text = "a game is being reviewed for your address; wait for that one";
            return Err(self.too_much(book, (key, Limit::ReviewsEach), now, text, SOON));
        }
        account.reviews += 1;
        Ok(self.permit(key, Held::Review))
    }

    /// A socket of this address was ended for far too many messages.
    pub(super) fn flooded(&self, address: IpAddr, now: Moment) {
        let book = &mut *self.lock();
        let (key, account) = book.accounts.of(address, now);
        account.floods.add(now, TallyKind::SocketFlooded.span());
        book.accounts.hit(key, Limit::Messages, now);
    }

    /// Lets one more socket be opened. For those who have a seat places are kept free.
    pub(super) fn admit_socket(
        self: &Arc<AddressLimits>,
        address: IpAddr,
        has_seat: bool,
        is_flooded: bool,
        now: Moment,
    ) -> Result<Permit, HallError> {
        let book = &mut *self.lock();
        let (key, account) = book.accounts.of(address, now);
        let more = |kept_free| if has_seat { kept_free } else { 0 };
        let floods = account.floods.count(now, TallyKind::SocketFlooded.span());
        if !has_seat && (is_flooded || floods >= limits::FLOODS) {
            let text = "too many messages came from your address; wait a while";
            return Err(self.too_much(book, (key, Limit::Floods), now, text, LATER));
        }
        let (limit, text) = if book.sockets >= self.sockets + more(self.kept_free()) {
            (Limit::Sockets, "the server is full; try again later")
        } else if account.sockets as usize >= self.sockets_each + more(limits::RESERVED_EACH) {
            (Limit::SocketsEach, "too many connections come from your address")
        } else {
            account.sockets += 1;
            book.sockets += 1;
            self.metrics.connections.add(1);
            return Ok(self.permit(key, Held::Socket));
        };
        Err(self.too_much(book, (key, limit), now, text, FULL))
    }
}

#[derive(Clone, Copy)]
enum Held {
    Connection(Place),
    Request,
    Review,
    Socket,
}

/// Something that counts for an address until it is dropped.
pub(crate) struct Permit {
    limits: Arc<AddressLimits>,
    key: IpAddr,
    held: Held,
}

impl Permit {
    /// So many bytes are sent.
    pub(super) fn spend(&self, bytes: usize, now: Moment) {
        if let Some(account) = self.limits.lock().accounts.held(self.key) {
            account.bytes.spend(u32::try_from(bytes).unwrap_or(u32::MAX), now);
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let book = &mut *self.limits.lock();
        let Some(account) = book.accounts.held(self.key) else { return };
        match self.held {
            Held::Connection(place) => {
                account.connections -= 1;
                match place {
                    Place::Public => book.public -= 1,
                    Place::Reserved => {
                        account.reserved -= 1;
                        book.reserved -= 1;
                    }
                }
            }
            Held::Request => account.under_way -= 1,
            Held::Review => account.reviews -= 1,
            Held::Socket => {
                account.sockets -= 1;
                book.sockets -= 1;
                self.limits.metrics.connections.sub(1);
            }
        }
    }
}
