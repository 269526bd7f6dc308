//! What the module shows to the page. Names that a linker sees have to be said to be safe; nothing
//! else here is unsafe.
#![allow(unsafe_code)]

use std::cell::RefCell;

use fogbound_engine::value::give_weights;

use crate::Host;

thread_local! {
    static HOST: RefCell<Host> = RefCell::default();
    /// What comes in and what goes out.
    static BYTES: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for so many bytes to come in; where they are to be written.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn room(length: usize) -> *mut u8 {
    BYTES.with_borrow_mut(|bytes| {
        bytes.clear();
        bytes.resize(length, 0);
        bytes.as_mut_ptr()
    })
}

/// Carries out the call that was written; how many bytes the answer has.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn call() -> usize {
    let question = BYTES.take();
    let answer = HOST.with_borrow_mut(|host| host.call_bytes(&question));
    BYTES.replace(answer);
    BYTES.with_borrow(Vec::len)
}

/// Where the answer is.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn answer() -> *const u8 {
    BYTES.with_borrow(|bytes| bytes.as_ptr())
}

/// Takes the weights that were written; whether they are whole.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn weights() -> bool {
    give_weights(&BYTES.take()).is_ok()
}
