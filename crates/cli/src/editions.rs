//! `fogbound editions`

use std::io::Write;

use fogbound_rules::Edition;

use crate::failure::Failure;

#[derive(clap::Args)]
#[command(after_help = "Examples:
  fogbound editions
  fogbound editions --json
  fogbound selfplay --edition modern --option length=log --games 10")]
pub(crate) struct Args {
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    if args.json {
        let list: Vec<_> = Edition::builtins().iter().map(|edition| edition.summary()).collect();
        writeln!(out, "{}", serde_json::to_string_pretty(&list).map_err(Failure::usage)?)?;
        return Ok(());
    }
    for edition in Edition::builtins() {
        let year = edition.published.as_deref().unwrap_or("");
        writeln!(out, "{:<17}{} ({year})", edition.id, edition.title)?;
        writeln!(out, "{:<17}{}", "", edition.summary)?;
        let (least, most) = edition.players;
        writeln!(
            out,
            "{:<17}board {}; {least} to {most} players; {}",
            "",
            edition.board,
            pieces(edition)
        )?;
        for option in &edition.options {
            writeln!(out, "{:<17}  --option {}={}", "", option.key.name(), option.default)?;
            writeln!(out, "{:<21}{} (rule {})", "", option.text, option.rule)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn pieces(edition: &Edition) -> String {
    let pieces = edition.pieces.detectives.iter().zip(&edition.pieces.bobbies);
    let words = pieces.map(|(detectives, bobbies)| match bobbies {
        0 => format!("{detectives}"),
        1 => format!("{detectives} with 1 bobby"),
        _ => format!("{detectives} with {bobbies} bobbies"),
    });
    format!("detectives: {}", words.collect::<Vec<_>>().join(", "))
}
