//! What a process may have open, and how much memory and time of processors another one has.

use std::net::Ipv4Addr;

/// Raises the number of files that this process may have open as far as that is allowed; gives the
/// number, if it is known. A socket is a file.
fn raise_file_limit() -> Option<u64> {
    #[cfg(unix)]
    {
        rlimit::increase_nofile_limit(u64::MAX).ok()
    }
    #[cfg(not(unix))]
    None
}

/// Sees to it that this process may have so many files open, or says how.
pub(crate) fn need_files(needed: u64) -> Result<(), String> {
    match raise_file_limit().filter(|&allowed| allowed < needed) {
        None => Ok(()),
        Some(allowed) => Err(format!(
            "{needed} open files are needed, and this process may have {allowed}: raise the limit \
             (ulimit -n {needed}), or ask for fewer sockets",
        )),
    }
}

/// The bytes that a process has in memory, if the system tells.
pub(crate) fn resident(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// The seconds of processors that a process has used, if the system tells.
pub(crate) fn processor_time(process: u32) -> Option<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // After the name, which may hold anything, the twelfth and thirteenth are ticks, of which a second has a hundred.
    let mut words = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut ticks = || words.next()?.parse::<f64>().ok();
    Some((ticks()? + ticks()?) / 100.0)
}

/// The bytes that the kernel keeps for all connections of this machine, if the system tells.
pub(crate) fn kernel_memory() -> Option<u64> {
    const PAGE: u64 = 4096;
    let text = std::fs::read_to_string("/proc/net/sockstat").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("TCP:"))?;
    let mut words = line.split_whitespace().skip_while(|&word| word != "mem").skip(1);
    Some(words.next()?.parse::<u64>().ok()? * PAGE)
}

/// How many connections from one address a server at a port of this machine has open, and the bytes that
/// it has written to them and nobody has read, if the system tells.
pub(crate) fn connections(port: u16, from: Ipv4Addr) -> Option<(usize, u64)> {
    // Those that are only remembered are not counted.
    const GONE: &str = "06";
    let table = std::fs::read_to_string("/proc/net/tcp").ok()?;
    let local = format!(":{port:04X}");
    let remote = format!("{:08X}:", u32::from_le_bytes(from.octets()));
    let rows = table.lines().skip(1).filter_map(|line| {
        let mut words = line.split_whitespace().skip(1);
        let (own, other, state) = (words.next()?, words.next()?, words.next()?);
        let unread = words.next()?.split(':').next()?;
        let open = own.ends_with(&local) && other.starts_with(&remote) && state != GONE;
        open.then(|| u64::from_str_radix(unread, 16).unwrap_or(0))
    });
    Some(rows.fold((0, 0), |(count, sum), unread| (count + 1, sum + unread)))
}
