//! What the fugitive may do in his turn, and what follows from it.

use std::collections::BTreeSet;

use super::edition::Purse;
use super::game::{Phase, Reference, Slot, number};

/// A move as it is written: `[double ]FARE STATION[ crime][ low][ +black| +double][ show]`.
#[derive(Clone, Debug, Default)]
pub struct Step {
    pub double: bool,
    pub fare: String,
    /// `None` for a balloon that has not landed.
    pub to: Option<u8>,
    pub crime: bool,
    pub low: bool,
    pub take: Option<String>,
    pub show: bool,
}

impl Step {
    pub fn read(text: &str) -> Step {
        let mut step = Step::default();
        for word in text.split(' ') {
            match word {
                "double" => step.double = true,
                "taxi" | "bus" | "underground" | "black" | "balloon" => step.fare = word.to_string(),
                "land" => step.fare = "balloon".to_string(),
                "crime" => step.crime = true,
                "low" => step.low = true,
                "+black" | "+double" => step.take = Some(word[1..].to_string()),
                "show" => step.show = true,
                station => step.to = Some(number(station)),
            }
        }
        step
    }
}

impl Reference {
    /// Everything he may decide at the start of a turn, or for the second move of a double.
    pub fn fugitive_moves(&self, second: bool) -> Vec<String> {
        let mut moves = Vec::new();
        if self.log_is_full() {
            return moves;
        }
        for (fare, to) in self.rides() {
            let ride = if fare.is_empty() { to.to_string() } else { format!("{fare} {to}") };
            for choice in self.choices_on_arrival(to, false) {
                moves.push(format!("{ride}{choice}"));
                if !second && self.double_leaves_a_second_move(&ride, &choice) {
                    moves.push(format!("double {ride}{choice}"));
                }
            }
            if self.may_show_himself() {
                moves.push(format!("{ride} show"));
            }
        }
        if self.may_fly() {
            moves.push("balloon".to_string());
            if !second && self.may_double() {
                moves.push("double balloon".to_string()); // 6.4.9, 9.17: at his own risk
            }
        }
        moves
    }

    /// 4.1, 4.2, 2.3, 2.4: each fare with each station it leads to. No fare where nothing is paid.
    fn rides(&self) -> BTreeSet<(String, u8)> {
        let mut rides = BTreeSet::new();
        let here = self.fugitive.expect("he has a station");
        for (transport, to) in &self.fixed.lines_from[&here] {
            if self.closed_to_fugitive(*to) {
                continue;
            }
            if self.edition().open && self.edition().transports.contains(transport) {
                rides.insert((String::new(), *to)); // 6.3.1, 6.5.3
            }
            if !self.edition().open && self.may_pay(transport) {
                rides.insert((transport.clone(), *to));
            }
            if self.may_play_black() && self.edition().black_transports.contains(transport) {
                rides.insert(("black".to_string(), *to));
            }
        }
        rides
    }

    /// 2.3: a hunter's station; 6.4.6: a roadblock.
    pub fn closed_to_fugitive(&self, station: u8) -> bool {
        self.hunter_at(station) || self.roadblocks.contains(&station)
    }

    fn may_pay(&self, transport: &str) -> bool {
        let banned = self.ban.as_deref() == Some(transport); // 6.4.6, Irene Adler
        let left = self.supply.as_ref().is_none_or(|supply| supply.count(transport) > 0); // 6.2.2
        transport != "ferry" && !banned && left
    }

    fn may_play_black(&self) -> bool {
        let slot = self.log.len() + 1;
        let hidden_anyway = self.edition().hidden.contains(&slot); // 6.3.5
        let just_played = self.log.last().is_some_and(|last| last.fare == "black");
        let running = self.edition().compact && just_played; // 6.5.8
        self.black > 0 && !hidden_anyway && !running
    }

    /// What he may choose when a move ends here: crime, then one ability of a hide-out (6.4.10).
    pub fn choices_on_arrival(&self, to: u8, landing: bool) -> Vec<String> {
        let abilities = self.abilities_on_arrival(to, landing);
        let mut choices = abilities.clone();
        if self.crimes_left.contains(&to) {
            if self.crimes_done == 2 {
                choices.push(" crime".to_string()); // the third: nothing else happens
            } else {
                choices.extend(abilities.iter().map(|ability| format!(" crime{ability}")));
            }
        }
        choices
    }

    /// 6.4.7: nothing, lie low, or take a ticket.
    fn abilities_on_arrival(&self, to: u8, landing: bool) -> Vec<String> {
        let mut abilities = vec![String::new()];
        if !self.is_hideout(to) {
            return abilities;
        }
        let slot = self.log.len() + 1;
        if self.edition().reveals.contains(&slot) && !landing {
            abilities.push(" low".to_string());
        }
        if self.reserve_black > 0 {
            abilities.push(" +black".to_string());
        }
        if self.reserve_double > 0 {
            abilities.push(" +double".to_string());
        }
        abilities
    }

    pub fn is_hideout(&self, station: u8) -> bool {
        self.edition().variant && self.fixed.board.hideouts.contains(&station)
    }

    /// 4.4: a double ticket and two free slots.
    fn may_double(&self) -> bool {
        let free = self.edition().slots.map_or(usize::MAX, |slots| slots - self.log.len());
        self.double > 0 && free >= 2
    }

    /// 4.4, 9.17: tried out. The crime is left out of the trial, for it opens and closes no way.
    fn double_leaves_a_second_move(&self, ride: &str, choice: &str) -> bool {
        if !self.may_double() {
            return false;
        }
        let mut trial = self.clone();
        let mut step = Step::read(&format!("double {ride}{choice}"));
        step.crime = false;
        trial.travel(&step);
        !trial.fugitive_moves(true).is_empty()
    }

    /// 6.1.8: not where he is shown anyway.
    fn may_show_himself(&self) -> bool {
        let slot = self.log.len() + 1;
        self.edition().voluntary_reveal && !self.edition().reveals.contains(&slot)
    }

    pub fn play_fugitive(&mut self, text: &str, second: bool) {
        let step = Step::read(text);
        if step.fare == "balloon" {
            return self.take_off(step.double);
        }
        self.travel(&step);
        if self.crimes_done == 3 {
            return self.end("crimes".to_string()); // 6.4.5
        }
        if step.double {
            assert!(!second, "at most one double a turn (4.4)");
            self.phase = Phase::Moving { second: true };
        } else if step.show {
            self.show_himself();
        } else {
            self.end_fugitives_turn();
        }
    }

    /// One move: he goes, pays, fills the slot; crime; reveal or lie low; takes a ticket (6.4.10).
    pub fn travel(&mut self, step: &Step) {
        let to = step.to.expect("a station");
        self.fugitive = Some(to);
        if step.double && step.fare != "balloon" {
            self.double -= 1; // 4.4; for a balloon it was paid on taking off
        }
        self.pay_fare(&step.fare);
        if step.crime {
            self.crimes_left.retain(|&tile| tile != to);
            self.crimes_done += 1;
        }
        match step.take.as_deref() {
            Some("black") => {
                self.reserve_black -= 1;
                self.waiting_black += 1;
            }
            Some("double") => {
                self.reserve_double -= 1;
                self.waiting_double += 1;
            }
            _ => {}
        }
        let shown = self.shown_after(step);
        self.log.push(Slot {
            station: to,
            fare: step.fare.clone(),
            double: step.double,
            crime: step.crime,
            low: step.low,
            take: step.take.clone(),
            shown,
        });
    }

    /// Whether the hunters see where this move ends: 4.3, 4.5, 6.3.3 to 6.3.5, 6.4.7, 6.5.3, 6.5.5.
    fn shown_after(&self, step: &Step) -> bool {
        let slot = self.log.len() + 1;
        if self.edition().open {
            return step.fare != "black" && !self.edition().hidden.contains(&slot);
        }
        let third_crime = step.crime && self.crimes_done == 3;
        let reveal = self.edition().reveals.contains(&slot) && !step.low && !third_crime;
        reveal || step.fare == "balloon"
    }

    fn pay_fare(&mut self, fare: &str) {
        match fare {
            "" | "balloon" => {}
            "black" => {
                self.black -= 1;
                if self.edition().compact {
                    self.black_used += 1;
                }
            }
            kind => {
                if let Some(supply) = &mut self.supply {
                    supply.remove(kind);
                }
            }
        }
    }

    /// 6.4.5, 9.8: with the last slot the game may be over; otherwise the hunters are next.
    pub fn end_fugitives_turn(&mut self) {
        self.ban = None; // 6.4.6: it held for this turn, both moves of a double
        if self.edition().ends_on_last_slot && self.log_is_full() {
            return self.end("escaped".to_string());
        }
        self.start_hunters_turn();
    }

    /// 6.1.8: he is shown, then takes a ticket from each detective that has one.
    fn show_himself(&mut self) {
        self.log.last_mut().expect("a move").shown = true;
        let detectives = (0..self.hunters.len()).filter(|&i| self.purse_of(i).is_some()).collect();
        self.go_on_taking(detectives);
    }

    fn go_on_taking(&mut self, mut from: Vec<usize>) {
        from.retain(|&index| self.purse_of(index).is_some_and(|purse| purse.total() > 0));
        if !from.is_empty() {
            self.phase = Phase::Taking { from };
        } else if self.edition().stranded_win && self.all_stranded() {
            self.end("stranded".to_string()); // 9.4: right after the tickets were taken
        } else {
            self.end_fugitives_turn();
        }
    }

    /// One choice for each kind that the detective holds.
    pub fn takes(&self, index: usize) -> Vec<String> {
        let purse = self.purse_of(index).expect("a detective with tickets");
        let kinds = Purse::KINDS.into_iter().filter(|kind| purse.count(kind) > 0);
        kinds.map(|kind| format!("take {} {kind}", self.hunters[index].name)).collect()
    }

    /// The ticket leaves the game.
    pub fn take_from(&mut self, mut from: Vec<usize>, kind: &str) {
        let purse = self.hunters[from[0]].purse.expect("a detective's purse");
        self.purses[purse].remove(kind);
        from.remove(0);
        self.go_on_taking(from);
    }
}
