//! Builds `web/` in a copy under the target folder, with the modules for it where these can be built,
//! and writes down what came out. Nothing is built again while the sources stay the same.
//! `FOGBOUND_WEB_DIST` takes a bundle that is ready, `FOGBOUND_MODULE` the module of the game, or `none`; the coach is
//! looked for beside it.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

/// What the bundle is made of.
const SOURCES: [&str; 9] = [
    ".npmrc",
    "index.html",
    "package.json",
    "package-lock.json",
    "public",
    "src",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
];

/// What the module is made of, below the workspace.
const MODULE_SOURCES: [&str; 17] = [
    ".cargo",
    "Cargo.toml",
    "Cargo.lock",
    "crates/rules",
    "crates/drawing",
    "crates/engine/Cargo.toml",
    "crates/engine/src",
    "crates/table/Cargo.toml",
    "crates/table/src",
    "crates/wasm/Cargo.toml",
    "crates/wasm/src",
    "crates/review/Cargo.toml",
    "crates/review/src",
    "crates/puzzles/Cargo.toml",
    "crates/puzzles/src",
    "crates/coach/Cargo.toml",
    "crates/coach/src",
];

const TARGET: &str = "wasm32-unknown-unknown";

fn main() {
    println!("cargo::rerun-if-env-changed=FOGBOUND_WEB_DIST");
    println!("cargo::rerun-if-env-changed=FOGBOUND_MODULE");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets it"));
    let dist = match std::env::var_os("FOGBOUND_WEB_DIST") {
        Some(ready) => {
            let ready = PathBuf::from(ready);
            println!("cargo::rerun-if-changed={}", ready.display());
            ready
        }
        None => build(&out),
    };
    if !dist.join("index.html").is_file() {
        fail(&format!("there is no index.html in {}", dist.display()));
    }
    write_assets(&dist, &out);
}

/// Says what is wrong in one line, and ends.
fn fail(reason: &str) -> ! {
    println!("cargo::error={reason}");
    std::process::exit(1)
}

/// Builds the bundle, unless it is there already; returns its folder.
fn build(out: &Path) -> PathBuf {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    for source in SOURCES {
        println!("cargo::rerun-if-changed={}", web.join(source).display());
    }
    let copy = out.join("web");
    let dist = copy.join("dist");
    let stamp = out.join("web.stamp");
    let module = module(out);
    let files = module.map_or(vec![], |module| module_files(out, &web.join("../crates"), module));
    let sources = SOURCES.iter().map(|source| web.join(source));
    let sources = sources.chain(files.iter().map(|(_, file)| file.clone()));
    let now = sources.map(|source| hash_of(&source)).collect::<Vec<_>>().join("\n");
    if dist.join("index.html").is_file() && fs::read_to_string(&stamp).is_ok_and(|was| was == now) {
        return dist;
    }
    let _ = fs::remove_file(&stamp);
    let packages = copy.join("package-lock.json");
    let same_packages = hash_of(&packages) == hash_of(&web.join("package-lock.json"));
    for source in SOURCES {
        let (from, to) = (web.join(source), copy.join(source));
        let _ = fs::remove_dir_all(&to);
        copy_all(&from, &to);
    }
    if !same_packages || !copy.join("node_modules/.package-lock.json").is_file() {
        npm(&copy, &["ci", "--omit=dev", "--no-audit", "--no-fund"], &[]);
    }
    npm(&copy, &["run", "build"], &files);
    fs::write(&stamp, now).expect("the target folder can be written");
    dist
}

/// What the page fetches beside itself, as the build of the page knows it: the modules, the weights of the learned value and
/// then those of the learned choice, and all puzzles in one file.
fn module_files(out: &Path, crates: &Path, module: PathBuf) -> Vec<(&'static str, PathBuf)> {
    let value = crates.join("engine/src/value");
    let weights = ["weights.bin", "choices.bin"].map(|name| value.join(name));
    let puzzles = files(&crates.join("puzzles/puzzles"));
    let coach = module.with_file_name("fogbound_coach.wasm");
    let mut all = vec![
        ("FOGBOUND_MODULE", module),
        ("FOGBOUND_WEIGHTS", joined(&weights, b"", &out.join("weights.bin"))),
        ("FOGBOUND_PUZZLES", joined(&puzzles, b"\n", &out.join("puzzles.txt"))),
    ];
    all.extend(coach.is_file().then_some(("FOGBOUND_COACH", coach)));
    all
}

/// Several files as one, with something between them.
fn joined(parts: &[PathBuf], between: &[u8], all: &Path) -> PathBuf {
    let read = |path: &PathBuf| {
        println!("cargo::rerun-if-changed={}", path.display());
        fs::read(path).expect("the file is there")
    };
    let parts: Vec<Vec<u8>> = parts.iter().map(read).collect();
    fs::write(all, parts.join(between)).expect("the target folder can be written");
    all.to_path_buf()
}

/// The module of the game, with the coach beside it: given, or built if this compiler can. Without it the page plays at the
/// server.
fn module(out: &Path) -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    match std::env::var_os("FOGBOUND_MODULE") {
        Some(none) if none == "none" => return None,
        Some(ready) => {
            let ready = PathBuf::from(ready);
            println!("cargo::rerun-if-changed={}", ready.display());
            if !ready.is_file() {
                fail(&format!("FOGBOUND_MODULE names no file: {}", ready.display()));
            }
            return Some(fs::canonicalize(ready).expect("it is there"));
        }
        None => {}
    }
    for source in MODULE_SOURCES {
        println!("cargo::rerun-if-changed={}", root.join(source).display());
    }
    if !has_target() {
        println!(
            "cargo::warning=the page is built without the game in it, and plays at the server alone: \
             'rustup target add {TARGET}' changes that"
        );
        return None;
    }
    // Beside what the other profiles build, so that it is built once.
    let folder = out.ancestors().nth(4).unwrap_or(out).join("module");
    let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
    let mut command = Command::new(cargo);
    command.args(["build", "--locked", "--quiet", "--profile", "wasm"]);
    command
        .args(["-p", "fogbound-wasm", "-p", "fogbound-coach"])
        .args(["--lib", "--target", TARGET, "--target-dir"])
        .arg(&folder);
    // What holds for the program does not hold for the module.
    for name in ["CARGO_ENCODED_RUSTFLAGS", "RUSTFLAGS", "RUSTC_WORKSPACE_WRAPPER", "CARGO_BUILD_TARGET"]
    {
        command.env_remove(name);
    }
    match command.current_dir(root).output() {
        Ok(output) if output.status.success() => {
            Some(folder.join(TARGET).join("wasm/fogbound_wasm.wasm"))
        }
        Ok(output) => {
            eprintln!("{}", String::from_utf8_lossy(&output.stderr));
            fail("the module of the game does not build; see above, or set FOGBOUND_MODULE=none")
        }
        Err(error) => fail(&format!("cargo cannot be run for the module of the game: {error}")),
    }
}

/// Whether the compiler can build for a page, or rustup can bring what it takes.
fn has_target() -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or("rustc".into());
    let Ok(output) = Command::new(rustc).args(["--print", "sysroot"]).output() else { return false };
    let sysroot = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    let target = sysroot.join("lib/rustlib").join(TARGET);
    let add = || Command::new("rustup").args(["target", "add", TARGET]).output();
    target.is_dir() || add().is_ok_and(|output| output.status.success() && target.is_dir())
}

fn npm(folder: &Path, arguments: &[&str], files: &[(&str, PathBuf)]) {
    let name = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let files = files.iter().map(|(name, path)| (name, path));
    match Command::new(name).args(arguments).envs(files).current_dir(folder).output() {
        Ok(output) if output.status.success() => {}
        Ok(output) => {
            eprintln!("{}", String::from_utf8_lossy(&output.stdout));
            eprintln!("{}", String::from_utf8_lossy(&output.stderr));
            fail(&format!("'npm {}' failed in the browser client; see above", arguments.join(" ")))
        }
        Err(_) => fail(
            "the browser client needs Node 20 or later with npm: install it (https://nodejs.org), \
             or set FOGBOUND_WEB_DIST to the folder of a bundle that is ready",
        ),
    }
}

/// Every file below a folder, or the file itself, in order.
fn files(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() {
        return if path.is_file() { vec![path.to_path_buf()] } else { vec![] };
    }
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    let mut inside: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    inside.sort();
    inside.iter().flat_map(|path| files(path)).collect()
}

fn hash_of(path: &Path) -> String {
    let mut hash = Sha256::new();
    for file in files(path) {
        hash.update(file.strip_prefix(path).unwrap_or(&file).to_string_lossy().as_bytes());
        hash.update(fs::read(&file).unwrap_or_default());
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn copy_all(from: &Path, to: &Path) {
    for file in files(from) {
        let target = match file.strip_prefix(from) {
            Ok(inside) if inside.as_os_str().is_empty() => to.to_path_buf(),
            Ok(inside) => to.join(inside),
            Err(_) => continue,
        };
        let folder = target.parent().expect("a file is in a folder");
        fs::create_dir_all(folder).expect("the target folder can be written");
        fs::copy(&file, &target).expect("the target folder can be written");
    }
}

/// Files with more bytes are embedded compressed alone.
const LARGE: usize = 1 << 16;

/// Writes the list of the files with their compressed forms.
fn write_assets(dist: &Path, out: &Path) {
    let zipped = out.join("zipped");
    let _ = fs::remove_dir_all(&zipped);
    fs::create_dir_all(&zipped).expect("the target folder can be written");
    let mut code = String::from("static ASSETS: &[Asset] = &[\n");
    let dist = fs::canonicalize(dist).expect("the bundle is there");
    // What is there in Brotli's form already belongs to the file of that name.
    let brotli_of = |file: &Path| PathBuf::from(format!("{}.br", file.display()));
    let all = files(&dist).into_iter().filter(|file| file.extension().is_none_or(|end| end != "br"));
    for (number, file) in all.enumerate() {
        let path = file.strip_prefix(&dist).expect("it is inside").to_string_lossy().replace('\\', "/");
        let bytes = fs::read(&file).expect("a file of the bundle can be read");
        let gzip = compress(&bytes).filter(|gzip| gzip.len() + 64 < bytes.len());
        let included = |path: &Path| format!("include_bytes!({:?})", path.display().to_string());
        let content = match gzip {
            Some(gzip) => {
                let name = zipped.join(format!("{number}.gz"));
                fs::write(&name, gzip).expect("the target folder can be written");
                match bytes.len() > LARGE {
                    true => format!("Content::Gzip({})", included(&name)),
                    false => format!("Content::Both({}, {})", included(&file), included(&name)),
                }
            }
            None => format!("Content::Plain({})", included(&file)),
        };
        let brotli = match brotli_of(&file) {
            brotli if brotli.is_file() => format!("Some({})", included(&brotli)),
            _ => "None".into(),
        };
        let _ = writeln!(
            code,
            "    Asset {{ path: {path:?}, content_type: {:?}, content: {content}, brotli: {brotli}, \
             hash: {:?}, immutable: {} }},",
            content_type(&path),
            &hash_of(&file)[..24],
            path.starts_with("assets/"),
        );
    }
    code += "];\n";
    fs::write(out.join("assets.rs"), code).expect("the target folder can be written");
}

fn compress(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok()
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        "wasm" => "application/wasm",
        _ => "application/octet-stream",
    }
}
