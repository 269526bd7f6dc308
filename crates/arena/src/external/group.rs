//! A program together with whatever it starts itself, so that all of it can be ended.

use std::process::{Child, Command};

/// Starts a program in a group of its own.
#[cfg(unix)]
pub(super) fn apart(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
pub(super) fn apart(_: &mut Command) {}

/// Ends a program, and all of its group. It must not have been waited for yet: until then its
/// number cannot be another's.
#[cfg(unix)]
pub(super) fn kill(child: &mut Child) {
    if let Some(group) = rustix::process::Pid::from_raw(child.id() as i32) {
        // There is nobody left to end if this fails.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
pub(super) fn kill(child: &mut Child) {
    let _ = child.kill();
}

/// Whether a program has ended; it still has to be waited for.
#[cfg(unix)]
pub(super) fn has_ended(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    let pid = Pid::from_raw(child.id() as i32);
    pid.is_none_or(|pid| !matches!(waitid(WaitId::Pid(pid), options), Ok(None)))
}

#[cfg(not(unix))]
pub(super) fn has_ended(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}
