//! A PostgreSQL of the tests' own: started once in a test program, on a socket in a folder of its
//! own, and gone with the program, however that ends.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::Connection;
use sqlx::postgres::{PgConnectOptions, PgConnection};

/// A server that runs.
pub(crate) struct Server {
    dir: PathBuf,
    /// The shell that watches the server reads from this pipe. When it is closed, by the end of this
    /// program if not before, the shell stops the server and removes the folder.
    _leash: ChildStdin,
    databases: AtomicU32,
}

/// The server of this test program.
pub(crate) fn server() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    SERVER.get_or_init(Server::start)
}

/// The server, run in the background; then its end. `$1` is the folder of the programs, `$2` ours.
const WATCH: &str = r#"
    "$1/initdb" -D "$2/data" -U postgres --auth=trust -E UTF8 --locale=C --no-sync >"$2/log" 2>&1 || {
        cat "$2/log"; rm -rf "$2"; exit 1
    }
    "$1/postgres" -D "$2/data" -k "$2" -c listen_addresses= -c fsync=on -c max_connections=300 \
        </dev/null >>"$2/log" 2>&1 &
    server=$!
    for try in $(seq 300); do
        "$1/pg_isready" -q -h "$2" && break
        sleep 0.1
    done
    "$1/pg_isready" -q -h "$2" && echo ready || cat "$2/log"
    read -r leash
    kill -QUIT $server
    wait $server
    rm -rf "$2"
"#;

impl Server {
    // The shell is not waited for: it ends by itself when this process, and so its leash, is gone.
    #[allow(clippy::zombie_processes)]
    fn start() -> Server {
        let programs = programs().expect(
            "these tests need the programs initdb and postgres: install PostgreSQL (Debian: apt-get \
             install postgresql)",
        );
        let dir = folder();
        let mut watch = unprivileged(&dir);
        watch.args(["sh", "-c", WATCH, "sh"]).arg(&programs).arg(&dir).current_dir("/");
        let mut watch: Child = watch
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the shell starts");
        let mut said = [0; 6];
        let mut output = watch.stdout.take().expect("it is piped");
        if output.read_exact(&mut said).is_err() || said != *b"ready\n" {
            let mut rest = String::from_utf8_lossy(&said).into_owned();
            drop(watch.stdin.take());
            let _ = output.read_to_string(&mut rest);
            panic!("PostgreSQL does not start: {rest}");
        }
        let leash = watch.stdin.take().expect("it is piped");
        Server { dir, _leash: leash, databases: AtomicU32::new(0) }
    }

    /// The URL of a new, empty database.
    pub(crate) async fn database(&self) -> String {
        let name = format!("test{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let mut connection = self.connect("postgres").await;
        let create = sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"));
        sqlx::raw_sql(create).execute(&mut connection).await.expect("a database can be made");
        self.url(&name)
    }

    /// The URL of a database.
    pub(crate) fn url(&self, name: &str) -> String {
        format!("postgres://postgres@localhost/{name}?host={}", self.dir.display())
    }

    /// The socket on which it listens.
    #[allow(dead_code, reason = "not every test program needs it")]
    pub(crate) fn socket(&self) -> PathBuf {
        self.dir.join(".s.PGSQL.5432")
    }

    /// A connection to a database, for the test itself.
    pub(crate) async fn connect(&self, name: &str) -> PgConnection {
        let options: PgConnectOptions = self.url(name).parse().expect("a URL");
        PgConnection::connect_with(&options).await.expect("the server answers")
    }
}

/// The folder with `initdb` and `postgres`.
fn programs() -> Option<PathBuf> {
    let told = Command::new("pg_config").arg("--bindir").output().ok();
    let told = told.map(|told| PathBuf::from(String::from_utf8_lossy(&told.stdout).trim()));
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let installed = versions.map(|version| version.path().join("bin"));
    let on_path = std::env::var_os("PATH")
        .into_iter()
        .flat_map(|path| std::env::split_paths(&path).collect::<Vec<_>>());
    let has =
        |dir: &PathBuf| ["initdb", "postgres", "pg_isready"].iter().all(|name| dir.join(name).is_file());
    told.into_iter().chain(installed).chain(on_path).find(has)
}

/// A new folder with a short name: the path of a socket must not be long.
fn folder() -> PathBuf {
    let made =
        Command::new("mktemp").args(["-d", "/tmp/fogbound-pg-XXXXXX"]).output().expect("mktemp runs");
    assert!(made.status.success(), "no temporary folder: {}", String::from_utf8_lossy(&made.stderr));
    PathBuf::from(String::from_utf8_lossy(&made.stdout).trim())
}

/// The beginning of a command that is not run by root: PostgreSQL refuses to be.
fn unprivileged(dir: &Path) -> Command {
    let id = Command::new("id").arg("-u").output().expect("id runs");
    if id.stdout.trim_ascii() != b"0" {
        return Command::new("env");
    }
    let given = Command::new("chown").arg("nobody").arg(dir).status().expect("chown runs");
    assert!(given.success(), "the folder cannot be given to another user");
    let exists = |program: &str| Command::new(program).arg("--version").output().is_ok();
    let mut command;
    if exists("setpriv") {
        command = Command::new("setpriv");
        command.args(["--reuid=nobody", "--regid=65534", "--clear-groups", "--"]);
    } else {
        command = Command::new("runuser");
        command.args(["-u", "nobody", "--"]);
    }
    command
}
