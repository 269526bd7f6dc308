//! What the documents show is what the program prints: every `$ command` of a fenced block is run,
//! and its output compared. `UPDATE_DOCUMENTS=1` writes the outputs anew.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const DOCUMENTS: [&str; 7] = [
    "README.md",
    "docs/commands.md",
    "docs/editions.md",
    "docs/records.md",
    "docs/boards.md",
    "docs/terminal.md",
    "docs/bot-protocol.md",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A folder with the files that the documents speak of.
fn workplace(document: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("documents-{}", document.replace('/', "-")));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("docs/examples")).expect("a folder");
    let game = fs::read_to_string(root().join("docs/examples/game.fog")).expect("the example");
    let proved = fs::read_to_string(root().join("docs/examples/proved.fog")).expect("the example");
    let shuffled = fs::read_to_string(root().join("docs/examples/shuffled.fog")).expect("the example");
    let moved = fs::read_to_string(root().join("docs/examples/moved.fog")).expect("the example");
    let varied = fs::read_to_string(root().join("docs/examples/varied.fog")).expect("the example");
    let bot = fs::read_to_string(root().join("docs/examples/bot.py")).expect("the example");
    let editions = fs::read_to_string(root().join("docs/editions.md")).expect("a document");
    let quick = editions
        .split("```toml\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next())
        .expect("an edition");
    let bad = quick
        .replace("[2, 4]", "[4, 2]")
        .replace("black = 3", "black = 30")
        .replace("slots = 13", "slots = 0");
    for (name, content) in [
        ("docs/examples/game.fog", game.clone()),
        ("docs/examples/bot.py", bot),
        ("forged.fog", proved.replace("black 89", "taxi 89")),
        ("docs/examples/proved.fog", proved),
        ("docs/examples/shuffled.fog", shuffled),
        ("docs/examples/moved.fog", moved),
        ("docs/examples/varied.fog", varied),
        ("bad.fog", game.replace("black 65", "black 176")),
        ("quick.toml", quick.to_string()),
        ("bad.toml", bad),
    ] {
        fs::write(folder.join(name), content).expect("a file");
    }
    folder
}

fn output(command: &str, folder: &Path) -> Vec<String> {
    let program = Path::new(env!("CARGO_BIN_EXE_fogbound")).parent().expect("a folder");
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(["-c", &format!("{command} 2>&1")])
        .env("PATH", path)
        .current_dir(folder)
        .output();
    let text = String::from_utf8(output.expect("a shell").stdout).expect("UTF-8");
    text.lines().map(str::to_string).collect()
}

/// The line without what differs from run to run: how long something took.
fn timeless(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    if let Some(at) = words.iter().position(|&word| word == "s," || word == "s") {
        let mut words: Vec<String> = words.iter().map(ToString::to_string).collect();
        words[at.saturating_sub(1)] = "T".into();
        let rate = words.iter().position(|word| word == "million").map(|at| at - 1);
        rate.into_iter().for_each(|at| words[at] = "N".into());
        return words.join(" ");
    }
    line.split("\"seconds\":").next().unwrap_or("").to_string()
}

/// The document with the outputs that its commands give now.
fn rewritten(document: &str) -> (String, String) {
    let old = fs::read_to_string(root().join(document)).expect("a document");
    let folder = workplace(document);
    let mut new = Vec::new();
    let mut in_block = false;
    let mut shown: Option<Vec<String>> = None;
    for line in old.lines() {
        let command = line.strip_prefix("$ ").filter(|_| in_block);
        let fence = line.starts_with("```");
        if command.is_some() || fence {
            settle(&mut new, shown.take());
        }
        in_block ^= fence;
        new.push(line.to_string());
        if let Some(command) = command {
            new.push(MARK.into());
            shown = Some(output(command, &folder));
        }
    }
    (old, new.join("\n") + "\n")
}

/// Stands behind a command whose output is yet to be put in its place.
const MARK: &str = "\u{1}";

/// Puts the output of a command in the place of what stood behind it, unless only times differ.
fn settle(lines: &mut Vec<String>, output: Option<Vec<String>>) {
    let Some(output) = output else { return };
    let at = lines.iter().rposition(|line| line == MARK).expect("a mark");
    let old: Vec<String> = lines.drain(at..).skip(1).collect();
    let same = old.iter().map(|line| timeless(line)).eq(output.iter().map(|line| timeless(line)));
    lines.extend(if same { old } else { output });
}

#[test]
fn documents_show_what_the_program_prints() {
    let mut wrong = Vec::new();
    for document in DOCUMENTS {
        let (old, new) = rewritten(document);
        if old == new {
            continue;
        }
        if std::env::var_os("UPDATE_DOCUMENTS").is_some() {
            fs::write(root().join(document), new).expect("a document that can be written");
        } else {
            let line = old.lines().zip(new.lines()).position(|(a, b)| a != b);
            wrong.push(format!("{document} from line {:?} on", line.map(|line| line + 1)));
        }
    }
    assert!(wrong.is_empty(), "UPDATE_DOCUMENTS=1 mends: {wrong:?}");
}

/// The commands that a document shows in its blocks, without their comments.
fn commands(document: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join(document)).expect("a document");
    let blocks = text.split("```").skip(1).step_by(2);
    let lines = blocks.flat_map(|block| block.lines().map(|line| line.split(" #").next().unwrap_or("")));
    lines.map(str::trim).filter(|line| !line.is_empty()).map(Into::into).collect()
}

/// Each is run, but the tests that it names are only listed: they run by themselves, and `test.sh` is
/// what runs here.
#[test]
fn the_commands_for_contributors_work() {
    let mut tests = 0;
    for command in commands("CONTRIBUTING.md") {
        let ran = match command.as_str() {
            "./test.sh" => continue,
            fuzz if fuzz.starts_with("cargo +nightly fuzz run ") => {
                let target = fuzz.rsplit(' ').next().expect("a word");
                let there = root().join("fuzz/fuzz_targets").join(format!("{target}.rs"));
                assert!(there.exists(), "there is no {}", there.display());
                continue;
            }
            test if test.contains("cargo test ") => format!("{test} --locked -- --list"),
            other => other
                .replace("fmt --all", "fmt --all --check")
                .replace("target/ci/fogbound", env!("CARGO_BIN_EXE_fogbound")),
        };
        // As from a shell of one's own: build scripts look at these, and would build anew what is there.
        let mut shell = Command::new("sh");
        for (name, _) in std::env::vars() {
            if name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_") {
                shell.env_remove(name);
            }
        }
        let output = shell.args(["-c", &ran]).current_dir(root()).output().expect("a shell");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{ran}\n{said}{}", String::from_utf8_lossy(&output.stderr));
        if command.contains("cargo test ") {
            assert!(said.contains(": test"), "{command} runs no test: {said}");
            tests += 1;
        }
    }
    assert!(tests > 5, "only {tests} commands with tests were found");
}

fn all_documents() -> Vec<PathBuf> {
    let docs = fs::read_dir(root().join("docs")).expect("docs");
    let mut documents: Vec<PathBuf> = docs.map(|file| file.expect("a file").path()).collect();
    let above = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"];
    documents.extend(above.map(|name| root().join(name)));
    documents.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    documents
}

#[test]
fn no_document_holds_what_a_merge_left() {
    for path in all_documents() {
        let text = fs::read_to_string(&path).expect("a document");
        let left = text.lines().find(|line| line.starts_with("<<<<<<<") || line.starts_with(">>>>>>>"));
        assert_eq!(left, None, "in {}", path.display());
    }
}

#[test]
fn links_between_documents_lead_somewhere() {
    let mut links = 0;
    for path in all_documents() {
        let text = fs::read_to_string(&path).expect("a document");
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = target.split('#').next().unwrap_or("");
            if !file.is_empty() && !file.contains("://") {
                let there = path.parent().expect("a folder").join(file);
                assert!(there.exists(), "{} links to {target}", path.display());
                links += 1;
            }
        }
    }
    assert!(links > 20);
}

/// A server that cannot start at once, as its database is away, is started again for as long as it takes.
#[test]
fn the_unit_for_systemd_never_gives_up() {
    let unit = fs::read_to_string(root().join("deploy/fogbound.service")).expect("the unit");
    for line in ["StartLimitIntervalSec=0", "Restart=always"] {
        assert!(unit.lines().any(|found| found == line), "{line} is missing");
    }
}

/// Every module of a folder, as the map writes it: `store/sqlite/writer`.
fn modules(folder: &Path, prefix: &str, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name").to_string();
        if path.is_dir() {
            modules(&path, &format!("{prefix}{name}/"), found);
        } else if path.extension().is_some_and(|ending| ending == "rs")
            && !["lib", "main", "tests"].contains(&name.as_str())
        {
            found.push(format!("{prefix}{name}"));
        }
    }
}

/// The map is the tree: every module is in it, and nothing else.
#[test]
fn the_map_of_the_code_is_the_tree() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("a document");
    let map = text.split("\n## Code map\n").nth(1).and_then(|rest| rest.split("\n## ").next());
    let map = map.expect("the map");
    let mut wrong = Vec::new();
    let crates = [
        "rules", "drawing", "engine", "puzzles", "review", "arena", "table", "server", "cli", "load",
        "train", "wasm", "coach",
    ];
    for name in crates {
        let section = map.split(&format!("### `crates/{name}`")).nth(1).expect("a section");
        let section = section.split("\n### ").next().expect("a section");
        let mut found = vec![];
        modules(&root().join("crates").join(name).join("src"), "", &mut found);
        for module in &found {
            if !section.contains(&format!("`{module}`")) {
                wrong.push(format!("{name}: `{module}` is not in the map"));
            }
        }
        let rows = section.lines().filter(|line| line.starts_with("| `"));
        let named = rows.flat_map(|row| row.split('|').nth(1).unwrap_or("").split(','));
        for module in named.map(|word| word.trim().trim_matches('`').to_string()) {
            let file = root().join("crates").join(name).join("src").join(&module);
            if !found.contains(&module) && !file.exists() {
                wrong.push(format!("{name}: there is no `{module}`"));
            }
        }
    }
    check_client(map, &mut wrong);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The same for the browser client: a file is named, with or without its ending, or its folder is, or
/// it is one of the parts of the game's screen.
fn check_client(map: &str, wrong: &mut Vec<String>) {
    let section = map.split("### `crates/webapp` and `web/`").nth(1).expect("a section");
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let named = rows.flat_map(|row| row.split('|').nth(1).unwrap_or("").split('`').skip(1).step_by(2));
    let named: Vec<&str> = named.collect();
    let mut files = vec![];
    client_files(&root().join("web/src"), "", &mut files);
    assert!(files.len() > 100, "{}", files.len());
    let is_of = |file: &str, word: &str| {
        file == word
            || file.strip_prefix(word).is_some_and(|rest| rest.starts_with(['.', '/']))
            || word == "game/*.svelte" && file.starts_with("game/") && file.ends_with(".svelte")
    };
    for file in files.iter().filter(|file| !named.iter().any(|word| is_of(file, word))) {
        wrong.push(format!("web: {file} is not in the map"));
    }
    for word in named.iter().filter(|word| !files.iter().any(|file| is_of(file, word))) {
        wrong.push(format!("web: there is no `{word}`"));
    }
}

/// Every file of the browser client, from its folder of sources.
fn client_files(folder: &Path, prefix: &str, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
        match path.is_dir() {
            true => client_files(&path, &format!("{prefix}{name}/"), found),
            false => found.push(format!("{prefix}{name}")),
        }
    }
}

/// The table from rules to code names files and functions that are there.
#[test]
fn the_table_of_rules_names_real_functions() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("a document");
    let table = text.split("| rule | topic | file: function |").nth(1).expect("the table");
    let mut functions = 0;
    for row in table.lines().skip(2).take_while(|line| line.starts_with('|')) {
        let places = row.split('|').nth(3).expect("three columns");
        for place in places.split(';').filter(|place| place.contains(".rs`:")) {
            let (file, names) =
                place.trim().trim_start_matches('`').split_once("`:").expect("a file and names");
            let source =
                fs::read_to_string(root().join("crates/rules/src").join(file)).unwrap_or_default();
            for name in names.split(',').filter_map(|name| name.split('`').nth(1)) {
                let name = name.rsplit("::").next().unwrap_or(name);
                let words = [format!("fn {name}"), format!("struct {name}"), format!("{name}:")];
                let there = words.iter().any(|word| source.contains(word));
                assert!(there, "{file} has no {name}: {row}");
                functions += 1;
            }
        }
    }
    assert!(functions > 40, "only {functions} functions were found");
}

/// What a run of one pair gave, as the document writes it: how many of a hundred games the hunters won.
fn won_by_hunters(run: &serde_json::Value) -> String {
    let number = |key: &str| run[key].as_f64().unwrap_or_else(|| panic!("{key} of {run}"));
    match run["mean_score"].as_f64() {
        Some(mean) => {
            let [low, high] = ["score_low", "score_high"].map(number);
            format!("{mean:.1} points ({low:.1} to {high:.1})")
        }
        None => {
            let hunters = |key| 100.0 * (1.0 - number(key));
            let [rate, low, high] = ["fugitive_rate", "high", "low"].map(hunters);
            format!("{rate:.1} ({low:.1} to {high:.1})")
        }
    }
}

/// What a search for a best response gave: its own rate, that of the usual opponent, and the gain; or what
/// an exact one gave for each side.
fn of_best_response(run: &serde_json::Value) -> Vec<Vec<String>> {
    let number = |run: &serde_json::Value, key: &str| {
        run[key].as_f64().unwrap_or_else(|| panic!("{key} of {run}"))
    };
    if let Some(sides) = run["sides"].as_array() {
        let row = |side: &serde_json::Value| {
            let words = [side["side"].as_str(), run["bot"].as_str()].map(|word| word.expect("a word"));
            let [escape, lost] = ["escape", "exploitability"].map(|key| number(side, key));
            let figures = [format!("{:.2}", 100.0 * escape), format!("{lost:.3}")];
            words.map(|word| format!("`{word}`")).into_iter().chain(figures).collect()
        };
        return sides.iter().map(row).collect();
    }
    let [gain, low, high] = ["gain", "gain_low", "gain_high"].map(|key| 100.0 * number(run, key));
    let rates = [&run["best_response"], &run["usual"]].map(won_by_hunters);
    vec![rates.into_iter().chain([format!("{gain:.1} ({low:.1} to {high:.1})")]).collect()]
}

/// What a sequential test gave: both rates, the pairs, those that only one of the two won, and the answer.
fn of_test(run: &serde_json::Value) -> Vec<String> {
    let test = &run["sprt"];
    let rates = [&run["candidate"], &run["baseline"]].map(won_by_hunters);
    let number = |key: &str| test[key].as_u64().unwrap_or_else(|| panic!("{key} of {run}"));
    let told = match test["mean_points"].as_f64() {
        Some(more) => format!("{more:+.2} points"),
        None => format!("{} to {}", number("candidate_only"), number("baseline_only")),
    };
    let llr = test["llr"].as_f64().expect("a ratio");
    let cell = format!("`{}`, {}", run["edition"].as_str().expect("an edition"), run["pieces"]);
    let words = ["side", "verdict"].map(|key| test[key].as_str().expect("a word").to_string());
    let [side, verdict] = words;
    let row = [cell, side, format!("{llr:+.2}"), verdict, number("pairs").to_string(), told];
    row.into_iter().chain(rates).collect()
}

fn runs(folder: &str) -> Vec<(PathBuf, serde_json::Value)> {
    let files = fs::read_dir(root().join(folder)).expect("a folder");
    let paths = files.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_file());
    let run = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a run");
        let run = serde_json::from_str(&text).expect("JSON");
        (path, run)
    };
    paths.map(run).collect()
}

/// Every figure of the strength of bots is one that a run gave, and every run is shown.
#[test]
fn the_strength_of_bots_is_what_the_runs_gave() {
    let document = fs::read_to_string(root().join("docs/strength.md")).expect("a document");
    let rows: Vec<&str> = document.lines().filter(|line| line.starts_with("| ")).collect();
    let pairs = runs("docs/strength");
    let responses = runs("docs/strength/best-response");
    assert!(pairs.len() > 10 && responses.len() > 5);
    let of_pairs = pairs.iter().map(|(path, run)| (path, vec![won_by_hunters(run)]));
    let of_responses = responses
        .iter()
        .flat_map(|(path, run)| of_best_response(run).into_iter().map(move |figures| (path, figures)));
    let tests = runs("docs/strength/sprt");
    let of_tests = tests.iter().map(|(path, run)| (path, of_test(run)));
    let mut intervals = 0;
    for (path, figures) in of_pairs.chain(of_responses).chain(of_tests) {
        let shown = rows.iter().any(|row| figures.iter().all(|figure| row.contains(figure)));
        assert!(shown, "{figures:?} of {path:?} is not shown");
        intervals += figures.iter().filter(|figure| figure.contains(" to ")).count();
    }
    let shown: usize = rows.iter().map(|row| row.matches(" to ").count()).sum();
    assert_eq!(intervals, shown, "as many intervals as runs gave");
}

/// Every rule by which a game ends or a decision is refused, as the code names it, is in the list from which
/// the browser's rules in short are checked.
#[test]
fn the_list_of_endings_and_refusals_is_complete() {
    let rules = fs::read_to_string(root().join("docs/rules.md")).expect("a document");
    let list = rules.split("## 10.").nth(1).expect("the section");
    let mut found = 0;
    for (file, kind) in
        [("outcome.rs", "pub enum Outcome {"), ("position/play.rs", "pub enum Illegal {")]
    {
        let source = fs::read_to_string(root().join("crates/rules/src").join(file)).expect("a source");
        let variants = source.split(kind).nth(1).and_then(|rest| rest.split("\n}").next()).expect(kind);
        for comment in variants.lines().filter(|line| line.trim().starts_with("///")) {
            let numbers = comment.split_once('(').and_then(|(_, rest)| rest.split_once(')'));
            for rule in numbers.into_iter().flat_map(|(numbers, _)| numbers.split(", ")) {
                assert!(
                    list.contains(&format!("\n| {rule} | ")),
                    "{rule} is not in section 10: {comment}"
                );
                found += 1;
            }
        }
    }
    assert!(found > 30, "only {found}");
}

/// Every bound by its name: the constants of the two files of limits, and the numbers that a host can set.
fn limits() -> BTreeSet<String> {
    let source = |file: &str| fs::read_to_string(root().join(file)).expect("a source");
    let mut names = BTreeSet::new();
    for file in ["crates/table/src/limits.rs", "crates/server/src/limits.rs"] {
        let text = source(file);
        let constants =
            text.lines().filter_map(|line| line.strip_prefix("pub const ")?.split(':').next());
        names.extend(constants.map(String::from));
    }
    for (file, kind, prefix) in [
        ("crates/server/src/http.rs", "pub struct HttpConfig {", "http"),
        ("crates/server/src/hall/bot_tables.rs", "pub struct BotTableLimits {", "bot_tables"),
    ] {
        let text = source(file);
        let fields = text.split(kind).nth(1).and_then(|rest| rest.split("\n}").next()).expect(kind);
        let fields =
            fields.lines().filter_map(|line| line.trim().strip_prefix("pub ")?.split_once(": "));
        let bounds = fields.filter(|(_, kind)| ["usize,", "Rate,", "Duration,"].contains(kind));
        names.extend(bounds.map(|(field, _)| format!("{prefix}.{field}")));
    }
    names
}

/// A limit that is taken away to see whether a test notices.
struct PlantedFault {
    name: String,
    limit: String,
    program: String,
    test: String,
}

fn planted_faults() -> Vec<PlantedFault> {
    let script = root().join("scripts/planted_faults.py");
    let listed = Command::new("python3").arg(script).arg("--list").output().expect("python3");
    assert!(listed.status.success(), "{}", String::from_utf8_lossy(&listed.stderr));
    let text = String::from_utf8(listed.stdout).expect("UTF-8");
    let fault = |line: &str| {
        let words: Vec<String> = line.split(" | ").map(Into::into).collect();
        let [name, limit, _, program, test] = words.try_into().expect("five words");
        PlantedFault { name, limit, program, test }
    };
    text.lines().map(fault).collect()
}

/// A limit that no test holds is none.
#[test]
fn every_limit_is_taken_away_once() {
    let (limits, faults) = (limits(), planted_faults());
    assert!(limits.len() > 70, "only {}", limits.len());
    let taken: BTreeSet<String> = faults.iter().map(|fault| fault.limit.clone()).collect();
    let forgotten: Vec<_> = limits.difference(&taken).collect();
    assert!(forgotten.is_empty(), "scripts/planted_faults.py does not take away {forgotten:?}");
    let unknown: Vec<_> = taken.difference(&limits).filter(|limit| *limit != "-").collect();
    assert!(unknown.is_empty(), "scripts/planted_faults.py takes away {unknown:?}, which are no limits");
}

/// All sources below a folder, as one text; none if there is no such folder.
fn sources(folder: &Path, text: &mut String) {
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => sources(&path, text),
            false => text.push_str(&fs::read_to_string(path).unwrap_or_default()),
        }
    }
}

/// The tests that hold the limits are there, and SECURITY.md lists them.
#[test]
fn the_limits_are_listed_with_their_tests() {
    let faults = planted_faults();
    for fault in &faults {
        let mut text = String::new();
        match fault.program.strip_prefix("fogbound-") {
            Some(package) => sources(&root().join("crates").join(package).join("src"), &mut text),
            None => {
                let folder = root().join("crates/server/tests");
                sources(&folder.join(&fault.program), &mut text);
                let file = folder.join(&fault.program).with_extension("rs");
                text.push_str(&fs::read_to_string(file).unwrap_or_default());
            }
        }
        let function = format!("fn {}(", fault.test.rsplit("::").next().expect("a name"));
        assert!(text.contains(&function), "{} has no {}", fault.program, fault.test);
    }
    let row = |fault: &PlantedFault| {
        let limit = match fault.limit.as_str() {
            "-" => String::new(),
            limit => format!("`{limit}`"),
        };
        format!("| {} | {limit} | `{}`: `{}` |", fault.name, fault.program, fault.test)
    };
    let rows: Vec<String> = faults.iter().map(row).collect();
    let path = root().join("SECURITY.md");
    let text = fs::read_to_string(&path).expect("a document");
    let head = "| limit | in the code | test |\n| --- | --- | --- |\n";
    let (before, table) = text.split_once(head).expect("the table");
    let after = table.split_once("\n\n").expect("something follows").1;
    let expected = format!("{before}{head}{}\n\n{after}", rows.join("\n"));
    if std::env::var_os("UPDATE_DOCUMENTS").is_some() {
        fs::write(&path, expected).expect("a document that can be written");
    } else {
        assert!(text == expected, "UPDATE_DOCUMENTS=1 mends the table of SECURITY.md");
    }
}
