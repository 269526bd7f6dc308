//! Where requests come from, and how much each address may do.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::extract::ConnectInfo;
use axum::http::{Extensions, HeaderMap};
use fogbound_table::refusal::refuse;
use fogbound_table::{Bucket, Code, Moment, Rate, Refusal};

use super::HttpConfig;

/// The address of a request: of the socket, or what the proxy says. An address of version 6 stands
/// for its network, as one household has many.
pub(super) fn address(config: &HttpConfig, headers: &HeaderMap, extensions: &Extensions) -> IpAddr {
    let socket = extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let forwarded = || {
        // The last entry is the proxy's own; those before it are whatever the client wrote.
        let all = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
        all.rsplit(',').next()?.trim().parse().ok()
    };
    let found = if config.behind_proxy { forwarded().or(socket) } else { socket };
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

/// How much each address may do: how many sockets are open, how many tables were made lately, how many
/// requests came.
pub(crate) struct AddressLimits {
    connections: usize,
    connections_each: usize,
    tables_each: usize,
    requests_each: Rate,
    used: Mutex<Used>,
}

#[derive(Default)]
struct Used {
    all: usize,
    each: BTreeMap<IpAddr, usize>,
    made: BTreeMap<IpAddr, Vec<Moment>>,
    requests: BTreeMap<IpAddr, Bucket>,
}

/// Beyond so many addresses those are forgotten that have not asked lately.
const REQUESTING: usize = 10_000;

const HOUR: Duration = Duration::from_secs(3600);

impl AddressLimits {
    pub(super) fn new(config: &HttpConfig) -> AddressLimits {
        AddressLimits {
            connections: config.connections,
            connections_each: config.connections_each,
            tables_each: config.tables_each,
            requests_each: config.requests_each,
            used: Mutex::default(),
        }
    }

    /// Lets one more request from this address be answered.
    pub(super) fn admit_request(&self, address: IpAddr, now: Moment) -> Result<(), Refusal> {
        let mut used = self.used.lock().expect("nothing panics while it is held");
        if used.requests.len() >= REQUESTING && !used.requests.contains_key(&address) {
            used.requests.retain(|_, bucket| !bucket.is_full(now));
        }
        let bucket =
            used.requests.entry(address).or_insert_with(|| Bucket::full(self.requests_each, now));
        match bucket.take(now) {
            true => Ok(()),
            false => refuse(Code::Limit, "too many requests come from your address; slow down"),
        }
    }

    /// Lets one more table be made from this address.
    pub(super) fn admit_table(&self, address: IpAddr, now: Moment) -> Result<(), Refusal> {
        let mut used = self.used.lock().expect("nothing panics while it is held");
        used.made.retain(|_, made| {
            made.retain(|then| then.until(now) < HOUR);
            !made.is_empty()
        });
        let made = used.made.entry(address).or_default();
        if made.len() >= self.tables_each {
            return refuse(Code::Limit, "too many tables were made from your address; wait a while");
        }
        made.push(now);
        Ok(())
    }
}

/// An open socket; it counts until it is dropped.
pub(super) struct ConnectionPermit {
    site: super::Site,
    address: IpAddr,
}

impl ConnectionPermit {
    /// Lets one more socket in.
    pub(super) fn take(site: &super::Site, address: IpAddr) -> Result<Arc<ConnectionPermit>, Refusal> {
        let limits = &site.addresses;
        let mut used = limits.used.lock().expect("nothing panics while it is held");
        if used.all >= limits.connections {
            return refuse(Code::Limit, "the server is full; try again later");
        }
        let each = used.each.entry(address).or_default();
        if *each >= limits.connections_each {
            return refuse(Code::Limit, "too many connections come from your address");
        }
        *each += 1;
        used.all += 1;
        drop(used);
        site.hall.metrics().connections.add(1);
        Ok(Arc::new(ConnectionPermit { site: site.clone(), address }))
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut used = self.site.addresses.used.lock().expect("nothing panics while it is held");
        used.all -= 1;
        if let Some(each) = used.each.get_mut(&self.address) {
            *each -= 1;
            if *each == 0 {
                used.each.remove(&self.address);
            }
        }
        drop(used);
        self.site.hall.metrics().connections.sub(1);
    }
}
