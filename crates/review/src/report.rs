//! What a review found, as data.

use fogbound_rules::{Action, Hunter, Outcome, Side};
use serde::Serialize;

use crate::account::Account;
use crate::class::Class;
use crate::judge::{Judgement, Settings};
use crate::told::Told;

/// All that a review found, or has found so far.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The edition.
    pub edition: String,
    /// The number of detectives.
    pub detectives: usize,
    /// How much it thought.
    pub settings: Settings,
    /// How the game ended.
    pub outcome: Outcome,
    /// Where the result came from; whole once the review is.
    pub account: Account,
    /// Luck of the deal: where he starts, for all the hunters know.
    pub deal: f64,
    /// Every decision, in the order of the game.
    pub decisions: Vec<Decision>,
    /// What was drawn on the way.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub drawn: Vec<Drawn>,
    /// How things stood when the hunters' turn began, round by round.
    pub rounds: Vec<Round>,
    /// What each ticket told.
    pub tickets: Vec<Told>,
}

/// One decision.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Decision {
    /// Which step of the game it is, counted from 0.
    pub play: usize,
    /// The round.
    pub round: u8,
    /// Who decided.
    pub side: Side,
    /// The piece that was moved, for hunters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hunter: Option<Hunter>,
    /// What was decided.
    pub action: Action,
    /// The hunters' chance before it; none before he has a station.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chance: Option<Chance>,
    /// How many stations were possible before it.
    pub possible: usize,
    /// What it was worth to who took it.
    pub judgement: Judgement,
    /// What came of it for the hunters by chance; none for decisions of the fugitive, who knows where he is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub luck: Option<f64>,
    /// How much of that they saw at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seen: Option<f64>,
    /// What it brought the hunters by what its side knew: worth after it less worth before, whatever it is called.
    pub skill: f64,
}

/// The hunters' chance at one moment.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Chance {
    /// As everybody could judge it.
    pub judged: f64,
    /// With the truth known.
    pub known: f64,
}

/// Something that was drawn.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Drawn {
    /// Which step of the game it is, counted from 0.
    pub play: usize,
    /// What it brought the hunters, beside the mean of what could have been drawn.
    pub luck: f64,
}

/// How things stood when the hunters' turn began.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Round {
    /// The round.
    pub round: u8,
    /// How many stations were possible.
    pub possible: usize,
    /// Their chance.
    pub chance: Chance,
}

/// How well somebody decided.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Accuracy {
    /// From 0 to 100, decisions weighed by how much there was to decide; none without a choice.
    pub accuracy: Option<f64>,
    /// Decisions with a choice.
    pub decisions: usize,
    /// Inaccuracies among them.
    pub inaccuracies: usize,
    /// Mistakes.
    pub mistakes: usize,
    /// Blunders.
    pub blunders: usize,
    /// What all of them cost, of a game.
    pub cost: f64,
}

/// A turning point.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Swing {
    /// A decision that was a mistake, or worse: its place in the list.
    Mistake(usize),
    /// A decision of the hunters that chance made good or bad: its place in the list.
    Luck(usize),
}

/// Luck is a turning point from here on.
const MUCH_LUCK: f64 = 0.10;

/// The least that a decision weighs.
const LEAST_STAKE: f64 = 0.005;

impl Accuracy {
    /// Of some decisions.
    pub fn of<'d>(decisions: impl Iterator<Item = &'d Decision>) -> Accuracy {
        let mut accuracy = Accuracy::default();
        let (mut sum, mut weights) = (0.0, 0.0);
        for Decision { judgement, .. } in decisions {
            accuracy.cost += judgement.cost;
            if !judgement.class.is_judged() {
                continue;
            }
            let weight = judgement.stake.max(judgement.cost).max(LEAST_STAKE);
            (sum, weights) = (sum + weight * judgement.accuracy, weights + weight);
            accuracy.decisions += 1;
            match judgement.class {
                Class::Inaccuracy => accuracy.inaccuracies += 1,
                Class::Mistake => accuracy.mistakes += 1,
                Class::Blunder => accuracy.blunders += 1,
                Class::Conceded | Class::Forced | Class::Best | Class::Good => {}
            }
        }
        accuracy.accuracy = (weights > 0.0).then(|| sum / weights);
        accuracy
    }
}

/// How well everybody decided.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Accuracies {
    /// The fugitive.
    pub fugitive: Accuracy,
    /// The hunters together.
    pub hunters: Accuracy,
    /// Each piece of theirs.
    pub pieces: Vec<PieceAccuracy>,
}

/// How well a hunter was moved.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct PieceAccuracy {
    /// Which.
    pub hunter: Hunter,
    /// How well.
    pub accuracy: Accuracy,
}

/// A report with what follows from it, as it is written in JSON.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary<'r> {
    /// The report.
    #[serde(flatten)]
    pub report: &'r Report,
    /// How well everybody decided.
    pub accuracy: Accuracies,
    /// The turning points, in the order of the game.
    pub swings: Vec<Swing>,
}

impl Report {
    /// The report with what follows from it.
    pub fn summary(&self, hunters: impl Iterator<Item = Hunter>) -> Summary<'_> {
        let piece = |hunter| PieceAccuracy { hunter, accuracy: self.piece(hunter) };
        let accuracy = Accuracies {
            fugitive: self.side(Side::Fugitive),
            hunters: self.side(Side::Hunters),
            pieces: hunters.map(piece).collect(),
        };
        Summary { report: self, accuracy, swings: self.swings() }
    }

    /// How well a side decided.
    pub fn side(&self, side: Side) -> Accuracy {
        Accuracy::of(self.decisions.iter().filter(|decision| decision.side == side))
    }

    /// How well a hunter was moved.
    pub fn piece(&self, hunter: Hunter) -> Accuracy {
        Accuracy::of(self.decisions.iter().filter(|decision| decision.hunter == Some(hunter)))
    }

    /// The turning points, in the order of the game.
    pub fn swings(&self) -> Vec<Swing> {
        let mut swings = vec![];
        for (index, decision) in self.decisions.iter().enumerate() {
            if decision.judgement.class.is_mistake() {
                swings.push(Swing::Mistake(index));
            }
            if decision.luck.is_some_and(|luck| luck.abs() >= MUCH_LUCK) {
                swings.push(Swing::Luck(index));
            }
        }
        swings
    }
}
