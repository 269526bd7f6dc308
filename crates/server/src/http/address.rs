//! Where requests come from, and how much each address may do.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::extract::ConnectInfo;
use axum::http::{Extensions, HeaderMap};
use tokio::time::Instant;

use super::Manners;
use crate::bucket::{Bucket, Rate};
use crate::refusal::{Code, Refusal, refuse};

/// The address of a request: of the socket, or what the proxy says. An address of version 6 stands
/// for its network, as one household has many.
pub(super) fn address(manners: &Manners, headers: &HeaderMap, extensions: &Extensions) -> IpAddr {
    let socket = extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let forwarded = || {
        // The last entry is the proxy's own; those before it are whatever the client wrote.
        let all = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
        all.rsplit(',').next()?.trim().parse().ok()
    };
    let found = if manners.behind_proxy { forwarded().or(socket) } else { socket };
    match found.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST)) {
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

/// Who may come in: how many sockets are open, and how many tables were made lately.
pub struct Doors {
    connections: usize,
    connections_each: usize,
    tables_each: usize,
    requests_each: Rate,
    inside: Mutex<Inside>,
}

#[derive(Default)]
struct Inside {
    all: usize,
    each: BTreeMap<IpAddr, usize>,
    made: BTreeMap<IpAddr, Vec<Instant>>,
    asking: BTreeMap<IpAddr, Bucket>,
}

/// Beyond so many addresses those are forgotten that have not asked lately.
const ASKING: usize = 10_000;

const HOUR: Duration = Duration::from_secs(3600);

impl Doors {
    pub(super) fn new(manners: &Manners) -> Doors {
        Doors {
            connections: manners.connections,
            connections_each: manners.connections_each,
            tables_each: manners.tables_each,
            requests_each: manners.requests_each,
            inside: Mutex::default(),
        }
    }

    /// Lets one more request from this address be answered.
    pub(super) fn admit_request(&self, address: IpAddr) -> Result<(), Refusal> {
        let mut inside = self.inside.lock().expect("nothing panics while it is held");
        if inside.asking.len() >= ASKING && !inside.asking.contains_key(&address) {
            inside.asking.retain(|_, bucket| !bucket.is_full());
        }
        let bucket = inside.asking.entry(address).or_insert_with(|| Bucket::full(self.requests_each));
        match bucket.take() {
            true => Ok(()),
            false => refuse(Code::Limit, "too many requests come from your address; slow down"),
        }
    }

    /// Lets one more table be made from this address.
    pub(super) fn admit_table(&self, address: IpAddr) -> Result<(), Refusal> {
        let now = Instant::now();
        let mut inside = self.inside.lock().expect("nothing panics while it is held");
        inside.made.retain(|_, made| {
            made.retain(|then| now.duration_since(*then) < HOUR);
            !made.is_empty()
        });
        let made = inside.made.entry(address).or_default();
        if made.len() >= self.tables_each {
            return refuse(Code::Limit, "too many tables were made from your address; wait a while");
        }
        made.push(now);
        Ok(())
    }
}

/// An open socket; it counts until it is dropped.
pub(super) struct Ticket {
    site: super::Site,
    address: IpAddr,
}

impl Ticket {
    /// Lets one more socket in.
    pub(super) fn take(site: &super::Site, address: IpAddr) -> Result<Arc<Ticket>, Refusal> {
        let doors = &site.doors;
        let mut inside = doors.inside.lock().expect("nothing panics while it is held");
        if inside.all >= doors.connections {
            return refuse(Code::Limit, "the server is full; try again later");
        }
        let each = inside.each.entry(address).or_default();
        if *each >= doors.connections_each {
            return refuse(Code::Limit, "too many connections come from your address");
        }
        *each += 1;
        inside.all += 1;
        drop(inside);
        site.hall.metrics().connections.add(1);
        Ok(Arc::new(Ticket { site: site.clone(), address }))
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut inside = self.site.doors.inside.lock().expect("nothing panics while it is held");
        inside.all -= 1;
        if let Some(each) = inside.each.get_mut(&self.address) {
            *each -= 1;
            if *each == 0 {
                inside.each.remove(&self.address);
            }
        }
        drop(inside);
        self.site.hall.metrics().connections.sub(1);
    }
}
