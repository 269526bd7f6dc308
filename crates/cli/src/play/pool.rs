//! Rule 6.2.8 at this table: two detectives of one player are proposed a shared pool of tickets.

use fogbound_rules::Rules;
use fogbound_rules::edition::OptionKey;

use super::seats::Seats;
use crate::rules::Choices;

/// Whether a pool is proposed: nobody has named the option, which the edition lists, and one person
/// or bots alone hold both detectives.
pub(crate) fn is_proposed(rules: &Rules, choices: &Choices, seats: &Seats) -> bool {
    rules.offers_pool() && !is_named(choices) && seats.detectives_have_one_player(rules)
}

/// What was chosen, with this answer to the proposal.
pub(crate) fn answered(choices: &Choices, pooled: bool) -> Choices {
    let mut choices = choices.clone();
    choices.options.push(format!("{}={pooled}", OptionKey::Pooled.name()));
    choices
}

/// What is said of the pool when a game begins; nothing where there is none to agree on.
pub(crate) fn opening(rules: &Rules) -> String {
    match rules.offers_pool() && rules.is_pooled() {
        true => {
            let option = OptionKey::Pooled.name();
            format!("The detectives share one pool of tickets (option {option}=true).\n")
        }
        false => String::new(),
    }
}

/// Whether the option was given, with whatever value: the rules do not keep one that is the default.
fn is_named(choices: &Choices) -> bool {
    let mut options = choices.options.iter().filter_map(|text| text.split_once('='));
    choices.pooled || options.any(|(key, _)| key.trim() == OptionKey::Pooled.name())
}
