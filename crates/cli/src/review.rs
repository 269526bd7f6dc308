//! `fogbound review`

use std::io::{IsTerminal, Write};
use std::path::PathBuf;

use fogbound_review::{Accuracy, Class, Decision, Report, Review, Settings, Swing};
use fogbound_rules::{Action, Rules, Side};

use crate::failure::Failure;
use crate::record::whole_record;
use crate::rules::Choices;

#[derive(clap::Args)]
#[command(after_help = "Examples:
  fogbound review game.fog
  fogbound review game.fog --nodes 4000 --json")]
pub(crate) struct Args {
    /// The record of a game that is over; - reads standard input. Of several games the last is reviewed.
    file: PathBuf,
    /// The nodes of the first search of each decision; more take longer and err less.
    #[arg(long, value_name = "N", default_value_t = Settings::default().nodes,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    nodes: u64,
    /// The same seed gives the same review.
    #[arg(long, value_name = "N", default_value_t = Settings::default().seed)]
    seed: u64,
    /// A file of the edition that the record names.
    #[arg(long, value_name = "NAME|FILE")]
    edition: Option<String>,
    /// A file of the board that the record names.
    #[arg(long, value_name = "NAME|FILE")]
    board: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let choices = Choices { board: args.board.clone(), ..Choices::default() };
    let (_, game) = whole_record(&args.file, args.edition.as_deref(), &choices)?;
    let settings = Settings { nodes: args.nodes, seed: args.seed };
    let mut review = Review::new(&game, settings)
        .map_err(|error| Failure::usage(format!("{}: {error}", args.file.display())))?;
    let shown = std::io::stderr().is_terminal();
    while review.step() {
        if shown {
            let (done, of) = review.progress();
            eprint!("\r{done} of {of} decisions");
        }
    }
    if shown {
        eprint!("\r\x1b[K");
    }
    let mut out = std::io::stdout().lock();
    let report = review.report();
    if args.json {
        let summary = report.summary(game.rules().hunters());
        return Ok(writeln!(out, "{}", serde_json::to_string(&summary).map_err(Failure::usage)?)?);
    }
    print(game.rules(), report, &mut out)?;
    Ok(())
}

/// In points of a hundred.
fn points(share: f64) -> f64 {
    let points = 100.0 * share;
    // No minus before a 0.
    if points.abs() < 0.5 { 0.0 } else { points }
}

fn print(rules: &Rules, report: &Report, out: &mut impl Write) -> std::io::Result<()> {
    let outcome = report.outcome;
    let winner = match rules.is_scored() {
        true => String::new(),
        false => format!("{} won, ", outcome.winner()),
    };
    writeln!(out, "{}, {} detectives: {winner}{outcome}\n", report.edition, report.detectives)?;
    print_rounds(report, out)?;
    print_account(report, out)?;
    print_accuracy("fugitive", &report.side(Side::Fugitive), out)?;
    print_accuracy("hunters", &report.side(Side::Hunters), out)?;
    for hunter in rules.hunters() {
        print_accuracy(&format!("  {hunter}"), &report.piece(hunter), out)?;
    }
    print_given_up(report, out)?;
    writeln!(out, "\nTurning points")?;
    let swings = report.swings();
    if swings.is_empty() {
        writeln!(out, "  none")?;
    }
    for swing in swings {
        match swing {
            Swing::Mistake(index) => print_mistake(&report.decisions[index], out)?,
            Swing::Luck(index) => print_luck(&report.decisions[index], out)?,
        }
    }
    print_notes(report, out)?;
    print_tickets(report, out)
}

fn print_rounds(report: &Report, out: &mut impl Write) -> std::io::Result<()> {
    writeln!(
        out,
        "When the hunters' turn began: stations where he could be, their chance in % as everybody could"
    )?;
    writeln!(out, "judge it, and with the truth known")?;
    for round in &report.rounds {
        writeln!(
            out,
            "  round {:>2}  {:>3}  {:>3.0} %  {:>3.0} %",
            round.round,
            round.possible,
            points(round.chance.judged),
            points(round.chance.known)
        )?;
    }
    Ok(())
}

fn print_account(report: &Report, out: &mut impl Write) -> std::io::Result<()> {
    let account = &report.account;
    writeln!(out, "\nWhere the result came from, in points for the hunters")?;
    writeln!(out, "  start                     {:>4.0}", points(account.start))?;
    for (who, skill) in [("fugitive", account.fugitive), ("hunters", account.hunters)] {
        writeln!(out, "  {:<25} {:>+4.0}", format!("skill of the {who}"), points(skill))?;
    }
    writeln!(out, "  luck                      {:>+4.0}", points(account.luck))?;
    writeln!(out, "  result                    {:>4.0}\n", points(account.result))
}

fn print_accuracy(who: &str, accuracy: &Accuracy, out: &mut impl Write) -> std::io::Result<()> {
    let Some(share) = accuracy.accuracy else { return Ok(()) };
    let count =
        |count: usize, one: &str, more: &str| format!("{count} {}", if count == 1 { one } else { more });
    let counts = [
        count(accuracy.decisions, "decision", "decisions"),
        count(accuracy.inaccuracies, "inaccuracy", "inaccuracies"),
        count(accuracy.mistakes, "mistake", "mistakes"),
        count(accuracy.blunders, "blunder", "blunders"),
    ];
    writeln!(
        out,
        "{who:<9} accuracy {share:>3.0} %: {}, {:.0} points lost",
        counts.join(", "),
        points(accuracy.cost)
    )
}

/// What was decided and when.
fn decided(decision: &Decision) -> String {
    let who = match decision.action {
        Action::Hunt { .. } | Action::Place { .. } => String::new(),
        _ => format!("{} ", decision.side),
    };
    format!("round {:>2}: {who}{}", decision.round, decision.action)
}

fn print_mistake(decision: &Decision, out: &mut impl Write) -> std::io::Result<()> {
    let judgement = &decision.judgement;
    let lost = points(judgement.cost);
    write!(out, "  {}: {}, {lost:.0} points", decided(decision), judgement.class)?;
    if let Some(better) = &judgement.better {
        let reasons: Vec<String> = better.reasons.iter().map(ToString::to_string).collect();
        write!(out, "; {} better {}: {}", better.certainty, better.action, reasons.join("; "))?;
    }
    writeln!(out)
}

fn print_luck(decision: &Decision, out: &mut impl Write) -> std::io::Result<()> {
    let luck = decision.luck.unwrap_or(0.0);
    let word = if luck > 0.0 { "good luck" } else { "bad luck" };
    writeln!(out, "  {}: {word} of the hunters, {:+.0} points", decided(decision), points(luck))
}

/// Who gave up, and how it stood then: that is held against nobody.
fn print_given_up(report: &Report, out: &mut impl Write) -> std::io::Result<()> {
    let given_up = report.decisions.iter().filter(|one| one.judgement.class == Class::Conceded);
    for Decision { round, side, chance, .. } in given_up {
        write!(out, "\nround {round:>2}: the {side} gave up")?;
        if let Some(chance) = chance {
            let [judged, known] = [chance.judged, chance.known].map(points);
            write!(out, "; the hunters' chance was {judged:.0} %, with the truth known {known:.0} %")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn print_notes(report: &Report, out: &mut impl Write) -> std::io::Result<()> {
    let noted: Vec<&Decision> =
        report.decisions.iter().filter(|decision| !decision.judgement.notes.is_empty()).collect();
    if noted.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nThe fugitive's tickets and risks")?;
    for decision in noted {
        for note in &decision.judgement.notes {
            writeln!(out, "  {}: {note}", decided(decision))?;
        }
    }
    Ok(())
}

fn print_tickets(report: &Report, out: &mut impl Write) -> std::io::Result<()> {
    writeln!(
        out,
        "\nWhat his moves told: stations before, after, after on average; points for the hunters"
    )?;
    for told in &report.tickets {
        let ticket = told.ticket.map_or("move", |ticket| ticket.name());
        let seen = told.at.map_or(String::new(), |at| format!("  seen at {at}"));
        writeln!(
            out,
            "  slot {:>2}  {ticket:<12}{:>3} {:>3} {:>5.1}  {:+.0}{seen}",
            told.slot,
            told.before,
            told.after,
            told.expected,
            points(told.luck)
        )?;
    }
    Ok(())
}
