//! A server, and the program that puts it under load.

#![allow(missing_docs, unreachable_pub, dead_code)]

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use fogbound_server::http::HttpConfig;
use fogbound_server::serve::{Config, serve};
use fogbound_server::store::Place;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

/// A server of the test's own, gone with it.
pub struct Server {
    runtime: Option<Runtime>,
    pub url: String,
    config: Config,
    data: PathBuf,
}

impl Server {
    /// On an empty folder.
    pub fn start(name: &str) -> Server {
        Server::on(Server::folder(name))
    }

    /// A folder that is not there yet.
    pub fn folder(name: &str) -> PathBuf {
        let data = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("load-{name}"));
        let _ = std::fs::remove_dir_all(&data);
        data
    }

    /// On a folder that is removed with it.
    pub fn on(data: PathBuf) -> Server {
        Server::with(data, HttpConfig::default())
    }

    /// On a folder that is removed with it, with limits of its own.
    pub fn with(data: PathBuf, http: HttpConfig) -> Server {
        let address = "127.0.0.1:0".parse().expect("an address");
        let config = Config { http, ..Config::new(address, Place::Folder(data.clone())) };
        let mut server = Server { runtime: None, url: String::new(), config, data };
        server.run();
        server
    }

    fn run(&mut self) {
        let runtime = Runtime::new().expect("a runtime");
        let (ready, address) = oneshot::channel();
        let config = self.config.clone();
        runtime.spawn(async move {
            let ready = move |address| {
                let _ = ready.send(address);
            };
            serve(config, &[], Box::new(ready), Box::pin(std::future::pending())).await
        });
        let address = runtime.block_on(address).expect("it starts");
        self.url = format!("http://{address}");
        self.config.address = address;
        self.runtime = Some(runtime);
    }

    /// All that it was doing ends in the middle; after a while it runs again, at the same address.
    pub fn restart_after(&mut self, down: Duration) {
        drop(self.runtime.take());
        std::thread::sleep(down);
        self.run();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.data);
    }
}

pub fn load(args: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_fogbound-load")).args(args).output();
    let output = output.expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}
