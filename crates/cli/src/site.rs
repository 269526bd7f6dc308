//! `fogbound site`

use std::fs;
use std::path::{Path, PathBuf};

use fogbound_drawing as drawing;
use fogbound_rules::Library;
use fogbound_server::http::PAGE_POLICY;

use crate::failure::Failure;

#[derive(clap::Args)]
#[command(
    after_help = "What is in the folder can be put on any web host, at the top of a name of its own. It plays all
editions against bots and around one screen, shows records and teaches the game; only playing with others
needs a server.

Examples:
  fogbound site public
  python3 -m http.server --directory public 8000"
)]
pub(crate) struct Args {
    /// The folder to write; a site that is there already is brought up to date.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// By this the page knows that there is no server; and a folder is known to be a site.
const STATIC: &str = "<meta name=\"fogbound\" content=\"static\" />";

/// The pages: the second is what many hosts give for an address without a file.
const PAGES: [&str; 2] = ["index.html", "404.html"];

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let Args { folder } = args;
    let assets = fogbound_webapp::assets();
    has_game(assets.iter().map(|asset| asset.path))?;
    let is_site = |page: String| page.contains(STATIC);
    let empty = fs::read_dir(&folder).map_or(true, |mut files| files.next().is_none());
    if !empty && !fs::read_to_string(folder.join(PAGES[0])).is_ok_and(is_site) {
        let words = format!("{} holds something else; name an empty folder", folder.display());
        return Err(Failure::usage(words));
    }
    let mut files = 0;
    let mut write = |path: &str, bytes: &[u8]| {
        files += 1;
        write(&folder.join(path), bytes)
    };
    for asset in assets.iter().filter(|asset| asset.path != PAGES[0]) {
        write(asset.path, &asset.content.plain())?;
    }
    let library = Library::default();
    let mut boards: Vec<_> = library.editions().map(|edition| edition.board.clone()).collect();
    boards.sort();
    boards.dedup();
    for board in boards.iter().filter_map(|id| library.board(id)) {
        let path = format!("api/boards/{}", board.id());
        write(&path, board.to_json().to_string().as_bytes())?;
        write(&format!("{path}.svg"), drawing::svg_with_variables(&board).as_bytes())?;
    }
    // The page comes last: whoever finds it finds all of it.
    let index = assets.iter().find(|asset| asset.path == PAGES[0]);
    let text = index.map(|index| index.content.plain()).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let policy = format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{PAGE_POLICY}\" />");
    let page = text.replacen("<head>", &format!("<head>\n    {STATIC}\n    {policy}"), 1);
    for name in PAGES {
        write(name, page.as_bytes())?;
    }
    println!("{files} files in {}", folder.display());
    Ok(())
}

/// Whether the game is among the files of the page.
fn has_game<'f>(mut files: impl Iterator<Item = &'f str>) -> Result<(), Failure> {
    let words = "this program was built without the game for pages; \
                 run 'rustup target add wasm32-unknown-unknown' and build it again";
    files.any(|path| path.ends_with(".wasm")).then_some(()).ok_or_else(|| Failure::usage(words))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let parent = path.parent().unwrap_or(path);
    let failed = |error| Failure::usage(format!("{} cannot be written: {error}", path.display()));
    fs::create_dir_all(parent).map_err(failed)?;
    fs::write(path, bytes).map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_the_game_there_is_no_site() {
        let plain = ["index.html", "sw.js", "assets/start.js"];
        let failure = has_game(plain.into_iter()).expect_err("nothing to play");
        let Failure::Usage(words) = failure else { panic!("it was asked for what cannot be") };
        assert!(words.contains("built without the game for pages"), "{words}");
        assert!(has_game(plain.into_iter().chain(["assets/fogbound-1.wasm"])).is_ok());
    }
}
