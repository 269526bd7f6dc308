//! Who has a seat, or had one lately: when the server is full, these still find a place.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

use fogbound_table::Moment;
use fogbound_table::id::Person;

use crate::limits;

/// So long after somebody was at a table with a seat there.
const LATELY: Duration = Duration::from_secs(3600);

/// So many are known; a leaf of the map may be half empty.
const MOST: usize = limits::SEAT_HOLDERS / (2 * size_of::<(Person, Moment)>());

/// Who was at a table with a seat there, and when.
#[derive(Default)]
pub(super) struct SeatHolders(Mutex<BTreeMap<Person, Moment>>);

impl SeatHolders {
    /// Somebody is, or was until now, at a table with a seat there.
    pub(super) fn note(&self, person: Person, now: Moment) {
        let mut known = self.0.lock().expect("nothing panics while it is held");
        if known.len() >= MOST && !known.contains_key(&person) {
            known.retain(|_, then| then.until(now) < LATELY);
            let oldest = known.iter().min_by_key(|(_, then)| **then).map(|(person, _)| *person);
            if let Some(oldest) = oldest.filter(|_| known.len() >= MOST) {
                known.remove(&oldest);
            }
        }
        known.insert(person, now);
    }

    /// Whether this person has a seat somewhere, as far as that is known.
    pub(super) fn knows(&self, person: Person, now: Moment) -> bool {
        let known = self.0.lock().expect("nothing panics while it is held");
        known.get(&person).is_some_and(|then| then.until(now) < LATELY)
    }
}

#[cfg(test)]
mod tests {
    use fogbound_table::chance::SeededChance;
    use fogbound_table::id::PersonKey;

    use super::*;

    #[test]
    fn so_many_are_known_for_so_long() {
        let person = |number| PersonKey::new(&SeededChance::new(number)).person();
        let seat_holders = SeatHolders::default();
        let most = MOST as u64;
        for number in 0..=most {
            seat_holders.note(person(number), Moment(number));
        }
        let knows = |number, now| seat_holders.knows(person(number), Moment(now));
        assert!(!knows(0, most), "the one who was here longest ago made room");
        assert!(knows(1, most) && knows(most, most));
        assert!(!knows(1, 2 + LATELY.as_millis() as u64));
    }
}
