//! Where a PostgreSQL database is. A password in it is never shown.

use std::time::Duration;

use sqlx::ConnectOptions;
use sqlx::postgres::{PgConnectOptions, PgConnection};

use crate::store::{OpenError, fault};

/// What may stand after the question mark.
const KNOWN: [&str; 15] = [
    "sslmode",
    "sslrootcert",
    "sslcert",
    "sslkey",
    "host",
    "hostaddr",
    "port",
    "dbname",
    "user",
    "password",
    "application_name",
    "options",
    "ssl-mode",
    "ssl-root-cert",
    "ssl-ca",
];

/// The time to connect.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Where a database is, and as whom to come.
#[derive(Clone)]
pub(in crate::store) struct Address(PgConnectOptions);

impl Address {
    /// Reads a URL. The reason of a refusal says nothing of what is in it.
    pub(in crate::store) fn parse(url: &str) -> Result<Address, OpenError> {
        let rest = url
            .strip_prefix("postgres://")
            .or_else(|| url.strip_prefix("postgresql://"))
            .ok_or(OpenError::Url("it does not begin with postgres://"))?;
        // Such a password would be taken for a host or a name, and be shown as such.
        if let Some((user, _)) = rest.rsplit_once('@')
            && user.contains(['/', '?', '#', '@', '[', ']'])
        {
            return Err(OpenError::Url(
                "signs such as / ? # @ in a password are written as %2F %3F %23 %40",
            ));
        }
        let query = rest.split_once('?').map_or("", |(_, query)| query);
        let known = |pair: &str| KNOWN.contains(&pair.split('=').next().unwrap_or(pair));
        if !query.split('&').all(|pair| pair.is_empty() || known(pair)) {
            return Err(OpenError::Url("there is something unknown after the question mark"));
        }
        let options: PgConnectOptions =
            url.parse().map_err(|_| OpenError::Url("a part of it is not as it should be"))?;
        let named = options.get_application_name().is_some();
        let options = if named { options } else { options.application_name("fogbound") };
        Ok(Address(options.disable_statement_logging()))
    }

    /// The options for a connection.
    pub(in crate::store) fn options(&self) -> PgConnectOptions {
        self.0.clone()
    }

    /// The database, as it is shown to the host.
    pub(in crate::store) fn name(&self) -> String {
        let name = self.0.get_database().unwrap_or(self.0.get_username());
        match self.0.get_socket() {
            Some(socket) => format!("the database {name} at {}", socket.display()),
            None => format!("the database {name} at {}:{}", self.0.get_host(), self.0.get_port()),
        }
    }

    /// A connection of its own.
    pub(in crate::store) async fn connect(&self) -> Result<PgConnection, OpenError> {
        match tokio::time::timeout(CONNECT_TIMEOUT, self.0.connect()).await {
            Ok(result) => result.map_err(|error| self.error(&error)),
            Err(_) => Err(self.failed("it does not answer")),
        }
    }

    /// An error of the database.
    pub(in crate::store) fn error(&self, error: &sqlx::Error) -> OpenError {
        self.failed(&fault::words(error))
    }

    /// A failure with its reason.
    pub(in crate::store) fn failed(&self, reason: &str) -> OpenError {
        OpenError::Failed { place: self.name(), reason: reason.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_says_nothing_of_the_password() {
        for url in [
            "mysql://me:hunter2@host/db",
            "postgres://me:hunter2/@host/db",
            "postgres://me:hun@hunter2@host/db",
            "postgres://me:hunter2@host:port/db",
            "postgres://me@host/db?pass=hunter2",
            "postgres://me@host/db?sslmode=hunter2",
            "hunter2",
        ] {
            let Err(error) = Address::parse(url) else { panic!("{url} is taken") };
            assert!(!format!("{error} {error:?}").contains("hunter2"), "{error}");
        }
        let Ok(address) = Address::parse("postgresql://me:hunter2@host/db") else { panic!("refused") };
        assert_eq!(address.name(), "the database db at host:5432");
    }
}
