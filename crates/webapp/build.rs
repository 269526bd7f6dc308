//! Builds `web/` in a copy under the target folder, and writes down what came out. Nothing is built
//! again while the sources stay the same. `FOGBOUND_WEB_DIST` takes a bundle that is ready.

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

fn main() {
    println!("cargo::rerun-if-env-changed=FOGBOUND_WEB_DIST");
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
    let now = SOURCES.iter().map(|source| hash_of(&web.join(source))).collect::<Vec<_>>().join("\n");
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
        npm(&copy, &["ci", "--omit=dev", "--no-audit", "--no-fund"]);
    }
    npm(&copy, &["run", "build"]);
    fs::write(&stamp, now).expect("the target folder can be written");
    dist
}

fn npm(folder: &Path, arguments: &[&str]) {
    let name = if cfg!(windows) { "npm.cmd" } else { "npm" };
    match Command::new(name).args(arguments).current_dir(folder).output() {
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

/// Writes the list of the files with their compressed forms.
fn write_assets(dist: &Path, out: &Path) {
    let zipped = out.join("zipped");
    let _ = fs::remove_dir_all(&zipped);
    fs::create_dir_all(&zipped).expect("the target folder can be written");
    let mut code = String::from("static ASSETS: &[Asset] = &[\n");
    let dist = fs::canonicalize(dist).expect("the bundle is there");
    for (number, file) in files(&dist).iter().enumerate() {
        let path = file.strip_prefix(&dist).expect("it is inside").to_string_lossy().replace('\\', "/");
        let bytes = fs::read(file).expect("a file of the bundle can be read");
        let gzip = compress(&bytes).filter(|gzip| gzip.len() + 64 < bytes.len());
        let gzip = gzip.map(|gzip| {
            let name = zipped.join(format!("{number}.gz"));
            fs::write(&name, gzip).expect("the target folder can be written");
            name
        });
        let gzip = match gzip {
            Some(name) => format!("Some(include_bytes!({:?}))", name.display().to_string()),
            None => "None".into(),
        };
        let _ = writeln!(
            code,
            "    Asset {{ path: {path:?}, content_type: {:?}, bytes: include_bytes!({:?}), gzip: {gzip}, \
             hash: {:?}, immutable: {} }},",
            content_type(&path),
            file.display().to_string(),
            &hash_of(file)[..24],
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
        _ => "application/octet-stream",
    }
}
