//! The character tokens of the Holmes variant (6.4.6).

use super::game::{Hunter, Reference, number};

impl Reference {
    /// At most one token a turn, by a detective who still has one.
    pub fn tokens(&self) -> Vec<String> {
        if self.token_used {
            return Vec::new();
        }
        let mut tokens = Vec::new();
        for hunter in self.hunters.iter().filter(|hunter| hunter.tokens > 0) {
            match hunter.character.as_deref() {
                Some("holmes") => tokens.push("quarter".to_string()),
                Some("irene") => tokens.extend(["bus", "underground"].map(|kind| format!("ban {kind}"))),
                Some("watson") => {
                    tokens.extend(["river", "park", "monument"].map(|symbol| format!("symbol {symbol}")))
                }
                Some("mycroft") if self.log.len() >= 3 => tokens.push("trail".to_string()),
                Some("lestrade") => tokens.extend(self.blocks(hunter)),
                _ => {}
            }
        }
        tokens
    }

    /// Where his own move of this turn started or ended, after that move.
    fn blocks(&self, lestrade: &Hunter) -> Vec<String> {
        let ends = [lestrade.came_from, lestrade.at].into_iter().flatten();
        let free = ends.filter(|station| lestrade.moved && !self.roadblocks.contains(station));
        free.map(|station| format!("block {station}")).collect()
    }

    /// The answer is public and final.
    pub fn use_token(&mut self, words: &[&str]) {
        let fugitive = self.fugitive.expect("he has a station");
        let board = &self.fixed.board;
        let (character, answer) = match words[0] {
            "quarter" => {
                let quarters = &board.quarters;
                let found = quarters.iter().find(|(_, stations)| stations.contains(&fugitive));
                ("holmes", found.map_or("none", |(name, _)| name).to_string())
            }
            "ban" => ("irene", String::new()),
            "symbol" => {
                let bears = board.symbols.get(words[1]).is_some_and(|set| set.contains(&fugitive));
                ("watson", if bears { "yes" } else { "no" }.to_string())
            }
            // Slot n - 2, counted from 1, n being the last filled slot.
            "trail" => ("mycroft", self.log[self.log.len() - 2 - 1].station.to_string()),
            "block" => ("lestrade", String::new()),
            other => panic!("there is no token {other}"),
        };
        match words[0] {
            "ban" => self.ban = Some(words[1].to_string()),
            "block" => self.roadblocks.push(number(words[1])),
            _ => {}
        }
        self.answers.push(format!("{} {answer}", words.join(" ")).trim().to_string());
        self.spend_token(character);
    }

    fn spend_token(&mut self, character: &str) {
        for hunter in &mut self.hunters {
            if hunter.character.as_deref() == Some(character) {
                hunter.tokens -= 1;
            }
        }
        self.token_used = true;
    }
}
