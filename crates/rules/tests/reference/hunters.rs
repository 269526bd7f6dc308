//! What detectives and bobbies may do.

use super::edition::Purse;
use super::game::{Phase, Reference, number};

impl Reference {
    /// Moves, tokens, and the call that ends the turn.
    pub fn hunters_actions(&self) -> Vec<String> {
        let moves = self.hunters_moves();
        let tokens = self.tokens();
        let mut actions = moves.clone();
        actions.extend(tokens.clone());
        if moves.is_empty() && !tokens.is_empty() {
            actions.push("end".to_string()); // 6.4.6
        }
        actions
    }

    /// The moves of those whose turn it is: one piece in a fixed order (6.1.5), else any unmoved one.
    pub fn hunters_moves(&self) -> Vec<String> {
        let Phase::Hunting { next } = self.phase else { return Vec::new() };
        let mut moves = Vec::new();
        for index in 0..self.hunters.len() {
            let his_turn = !self.edition().fixed_order || index == next;
            if his_turn && !self.hunters[index].moved {
                moves.extend(self.moves_of(index));
            }
        }
        moves
    }

    /// 2.3, 5.2, 5.3.
    fn moves_of(&self, index: usize) -> Vec<String> {
        let hunter = &self.hunters[index];
        let mut moves = Vec::new();
        let here = hunter.at.expect("a placed hunter");
        for (transport, to) in &self.fixed.lines_from[&here] {
            if !self.edition().transports.contains(transport) || self.hunter_at(*to) {
                continue; // the ferry is the fugitive's alone (2.4)
            }
            match self.purse_of(index) {
                None => moves.push(format!("{} {to}", hunter.name)),
                Some(purse) if purse.count(transport) > 0 => {
                    moves.push(format!("{} {transport} {to}", hunter.name));
                }
                Some(_) => {}
            }
        }
        moves
    }

    pub fn purse_of(&self, index: usize) -> Option<&Purse> {
        self.hunters[index].purse.map(|purse| &self.purses[purse])
    }

    /// 9.4: no detective holds a ticket for any line of his station. Bobbies do not count.
    pub fn all_stranded(&self) -> bool {
        let mut detectives = (0..self.hunters.len()).filter(|&i| !self.hunters[i].bobby);
        detectives.all(|index| {
            let Some(purse) = self.purse_of(index) else { return false };
            let here = self.hunters[index].at.expect("a placed hunter");
            let lines = &self.fixed.lines_from[&here];
            lines.iter().all(|(transport, _)| purse.count(transport) == 0)
        })
    }

    pub fn play_hunters(&mut self, words: &[&str]) {
        let name = words[0];
        if name == "end" {
            return self.end_hunters_turn();
        }
        let Some(index) = self.hunters.iter().position(|hunter| hunter.name == name) else {
            self.use_token(words);
            return self.go_on_hunting();
        };
        let to = number(words[words.len() - 1]);
        if words.len() == 3 {
            self.pay_ticket(index, words[1]);
        }
        let hunter = &mut self.hunters[index];
        hunter.came_from = hunter.at;
        hunter.at = Some(to);
        hunter.moved = true;
        if self.fugitive == Some(to) {
            return self.end(format!("captured {name} {to}")); // 5.5
        }
        if let Phase::Hunting { next } = &mut self.phase {
            *next += 1;
        }
        self.go_on_hunting();
    }

    /// 6.1.5: who cannot move when his turn comes is skipped. 9.5: the turn lasts while anybody can
    /// move; 6.4.6: or while a token can be used.
    pub fn go_on_hunting(&mut self) {
        while let Phase::Hunting { next } = self.phase {
            let skipped = self.edition().fixed_order && self.hunters_moves().is_empty();
            if !skipped || next >= self.hunters.len() {
                break;
            }
            self.phase = Phase::Hunting { next: next + 1 };
        }
        if self.hunters_actions().is_empty() {
            self.end_hunters_turn();
        }
    }

    /// 6.2.2, 6.1.9: into the supply; 6.5.4: to the fugitive, at its price (6.5.2).
    fn pay_ticket(&mut self, index: usize, kind: &str) {
        let purse = self.hunters[index].purse.expect("a detective's purse");
        self.purses[purse].remove(kind);
        if let Some(supply) = &mut self.supply {
            supply.add(kind);
        }
        if self.edition().compact {
            self.pounds += price(kind);
        }
    }

    /// 6.5.6, 9.20: all tickets left go to the fugitive.
    pub fn leave_all_tickets(&mut self, outcome: &str) {
        for kind in Purse::KINDS {
            while self.purses[0].count(kind) > 0 {
                self.purses[0].remove(kind);
                self.pounds += price(kind);
            }
        }
        self.end(outcome.to_string());
    }
}

/// 6.5.2, in pounds.
fn price(kind: &str) -> i32 {
    match kind {
        "taxi" => 1,
        "bus" => 2,
        "underground" => 3,
        other => panic!("{other} has no price"),
    }
}
