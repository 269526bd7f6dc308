//! An edition as JSON, for programs.

use serde_json::json;

use super::Edition;

impl Edition {
    /// What a player has to know to choose it, as JSON.
    pub fn to_json(&self) -> serde_json::Value {
        let options = self.options.iter().map(|option| {
            json!({
                "key": option.key, "default": option.default, "rule": option.rule,
                "text": option.text, "values": option.key.values(),
            })
        });
        json!({
            "id": self.id, "title": self.title, "published": self.published,
            "summary": self.summary, "board": self.board, "players": self.players,
            "detectives": self.pieces.detectives, "bobbies": self.pieces.bobbies,
            "options": options.collect::<Vec<_>>(), "fugitive": self.fugitive.name,
        })
    }
}
