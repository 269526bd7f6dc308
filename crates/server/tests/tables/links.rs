//! What a link to a table tells where it is posted.

use std::collections::BTreeMap;

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode};
use fogbound_rules::{Rng, Sides};
use fogbound_server::hall::Hall;
use fogbound_server::http::{Asset, Assets, Content, HttpConfig, Site};
use fogbound_server::limits;
use fogbound_table::command::Command;
use tower::ServiceExt;

use crate::world::{hall, settings};
use crate::{Party, START};

const PAGE: Assets = &[Asset {
    path: "index.html",
    content_type: "text/html; charset=utf-8",
    content: Content::Plain(
        b"<!doctype html><html><head><title>Fogbound</title></head><body></body></html>",
    ),
    brotli: None,
    hash: "1",
    immutable: false,
}];

struct Visit {
    site: Site,
}

impl Visit {
    fn of(hall: &Hall, config: HttpConfig) -> Visit {
        Visit { site: Site::new(hall.clone(), config, PAGE) }
    }

    async fn get(&self, path: &str, host: &str) -> (StatusCode, HeaderMap, Vec<u8>) {
        let request = Request::get(path).header("host", host).body(Body::empty()).unwrap();
        let response = self.site.clone().router().oneshot(request).await.unwrap();
        let (head, body) = response.into_parts();
        (head.status, head.headers, to_bytes(body, 1 << 22).await.unwrap().to_vec())
    }

    /// The tags of a page, by their names.
    async fn tags(&self, path: &str, host: &str) -> BTreeMap<String, String> {
        let (status, _, body) = self.get(path, host).await;
        assert_eq!(status, 200, "{path}");
        let text = String::from_utf8(body).unwrap();
        assert!(text.starts_with("<!doctype html>") && text.ends_with("</html>"), "{text}");
        let metas = text.split("<meta ").skip(1).map(|meta| meta.split('"').collect::<Vec<_>>());
        metas.map(|parts| (parts[1].to_string(), parts[3].to_string())).collect()
    }
}

fn is_picture((status, headers, body): &(StatusCode, HeaderMap, Vec<u8>)) {
    assert_eq!(*status, 200);
    assert_eq!(headers["content-type"], "image/png");
    assert_eq!(headers["cross-origin-resource-policy"], "cross-origin");
    assert!(headers["cache-control"].to_str().unwrap().starts_with("public"));
    assert!(body.starts_with(b"\x89PNG\r\n\x1a\n") && body.ends_with(b"IEND\xaeB`\x82"));
    assert!((10_000..100_000).contains(&body.len()), "{}", body.len());
    assert!(body.len() < limits::PICTURES);
}

#[tokio::test(start_paused = true)]
async fn a_link_tells_how_far_its_table_is_and_shows_his_way_at_the_end() {
    let hall = hall(1).await;
    let visit = Visit::of(&hall, HttpConfig::default());
    let mut party = Party::new(&hall, settings("modern", 3), &["fugitive", "d1"]).await;
    let (page, game) = (format!("/t/{}", party.table), format!("/t/{}/1", party.table));
    let picture = format!("/api/tables/{}/picture", party.table);
    let tags = visit.tags(&page, "play.example.org").await;
    assert_eq!(tags["og:title"], "Modern · Fogbound");
    assert_eq!(tags["og:description"], "2 seats are free. Join the hunt.");
    assert_eq!(tags["og:url"], format!("http://play.example.org{page}"));
    assert_eq!(tags["og:image"], "http://play.example.org/api/boards/london.png");
    assert_eq!(tags["twitter:image"], tags["og:image"]);
    assert_eq!(tags["twitter:card"], "summary_large_image");
    is_picture(&visit.get("/api/boards/london.png", "x").await);

    for seat in ["d2", "d3"] {
        party.done(1, crate::sit(seat)).await;
    }
    party.done(0, START).await;
    for address in [&page, &game] {
        let tags = visit.tags(address, "play.example.org").await;
        assert_eq!(tags["og:description"], "The hunt is on. Come and watch.");
        assert_eq!(tags["og:image"], "http://play.example.org/api/boards/london.png");
    }
    for game in ["", "?game=1", "?game=2", "?game=0"] {
        let (status, ..) = visit.get(&format!("{picture}{game}"), "x").await;
        assert_eq!(status, 409, "{game}");
    }
    let mut rng = Rng::new(3);
    party.until(&mut rng, |game| game["state"]["round"].as_u64() > Some(3)).await;
    party.done(0, Command::Yield).await;
    let tags = visit.tags(&game, "play.example.org").await;
    assert_eq!(tags["og:description"], "The hunt is over. See his whole way, move by move.");
    assert_eq!(tags["og:image"], format!("http://play.example.org{picture}?game=1"));
    let drawn = visit.get(&format!("{picture}?game=1"), "x").await;
    is_picture(&drawn);
    assert_ne!(drawn.2, visit.get("/api/boards/london.png", "x").await.2);
    assert_eq!(drawn.2, visit.get(&picture, "x").await.2);

    // The next game has no way yet; the one before keeps its own.
    party.done(0, Command::Rematch { sides: Sides::Kept }).await;
    assert_eq!(visit.tags(&page, "h").await["og:description"], "The hunt is about to begin.");
    party.done(0, START).await;
    assert_eq!(visit.get(&picture, "x").await.0, 409);
    assert_eq!(drawn.2, visit.get(&format!("{picture}?game=1"), "x").await.2);
    let tags = visit.tags(&game, "h").await;
    assert_eq!(tags["og:image"], format!("http://h{picture}?game=1"));
}

#[tokio::test(start_paused = true)]
async fn other_pages_tell_of_the_game_and_nothing_else() {
    let hall = hall(2).await;
    let visit = Visit::of(&hall, HttpConfig::default());
    let party = Party::new(&hall, settings("holmes", 3), &["fugitive"]).await;
    let older_link = format!("/t/{}/k/00112233445566778899aabbccddeeff", party.table);
    for path in ["/", "/learn", "/t/zzzzzzzzzzzz", "/t/no-table", "/t/a/b", &older_link] {
        let tags = visit.tags(path, "localhost:8080").await;
        assert_eq!(tags["og:title"], "Fogbound", "{path}");
        assert_eq!(tags["og:url"], "http://localhost:8080/", "{path}");
    }
}

#[tokio::test(start_paused = true)]
async fn addresses_come_from_the_host_s_setting_or_from_a_host_that_looks_like_one() {
    let hall = hall(3).await;
    let visit = Visit::of(&hall, HttpConfig::default());
    for host in ["evil\"><script>", "a b", "x/../y", "user@host"] {
        let (status, _, body) = visit.get("/", host).await;
        assert_eq!(status, 200);
        let text = String::from_utf8(body).unwrap();
        assert!(!text.contains("og:") && !text.contains("script"), "{text}");
    }
    let config = HttpConfig {
        origins: vec!["https://play.example.org".into()],
        secure: true,
        ..HttpConfig::default()
    };
    let tags = Visit::of(&hall, config).tags("/", "other.example.org").await;
    assert_eq!(tags["og:url"], "https://play.example.org/");
    assert_eq!(tags["og:image"], "https://play.example.org/api/boards/london.png");
}

#[tokio::test(start_paused = true)]
async fn a_page_that_is_known_is_not_sent_again() {
    let hall = hall(4).await;
    let visit = Visit::of(&hall, HttpConfig::default());
    let (_, headers, _) = visit.get("/", "localhost").await;
    let tag = headers["etag"].clone();
    let ask = async |host: &str| {
        let request = Request::get("/").header("host", host).header("if-none-match", &tag);
        let request = request.body(Body::empty()).unwrap();
        visit.site.clone().router().oneshot(request).await.unwrap().status()
    };
    assert_eq!(ask("localhost").await, 304);
    assert_eq!(ask("elsewhere").await, 200);
}
