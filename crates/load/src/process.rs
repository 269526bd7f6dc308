//! What a process may have open, and how much memory another one has.

/// Raises the number of files that this process may have open as far as that is allowed; gives the
/// number, if it is known. A socket is a file.
pub(crate) fn raise_file_limit() -> Option<u64> {
    #[cfg(unix)]
    {
        rlimit::increase_nofile_limit(u64::MAX).ok()
    }
    #[cfg(not(unix))]
    None
}

/// The bytes that a process has in memory, if the system tells.
pub(crate) fn resident(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}
