//! What a process may have open, and how much memory and time of processors another one has.

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
