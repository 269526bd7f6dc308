//! Turns the boards and editions that come with the program into JSON, so that only who reads files of their own needs
//! a reader for TOML.

use std::path::Path;
use std::{env, fs};

fn main() {
    let out = env::var_os("OUT_DIR").expect("cargo says where");
    for folder in ["boards", "editions"] {
        println!("cargo::rerun-if-changed={folder}");
        let to = Path::new(&out).join(folder);
        fs::create_dir_all(&to).expect("a folder can be made");
        for entry in fs::read_dir(folder).expect("a folder of files") {
            let path = entry.expect("a file").path();
            let text = fs::read_to_string(&path).expect("a text");
            let table: serde_json::Value = match toml::from_str(&text) {
                Ok(table) => table,
                Err(error) => panic!("{}: {error}", path.display()),
            };
            let name = path.with_extension("json");
            fs::write(to.join(name.file_name().expect("a name")), table.to_string())
                .expect("a file can be written");
        }
    }
}
