//! The reference by itself.
mod reference;
use reference::*;
#[test]
fn smoke() {
    let r = Reference::new(RefBoard::of_edition("modern"), Start::new("modern", 45, &[13, 26]).bobbies(&[29, 34]));
    let t = std::time::Instant::now();
    println!("{:?} {:?}", perft(&r, 4), t.elapsed());
}
