#!/usr/bin/env python3
"""Removes one limit at a time, runs the test that holds it, and expects it to fail.

    scripts/planted_faults.py            all of them, half a minute each after the first
    scripts/planted_faults.py talk page  those with one of these words in their names
    scripts/planted_faults.py --list     what there is

A limit is removed by an edit of one place, which is taken back afterwards. The tree must be committed, so
that nothing can be lost. Ends with 1 if a test did not notice.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TABLE = "crates/table/src/"
SERVER = "crates/server/src/"

# Name, file, what stands there, what is put in its place, test program, test.
FAULTS = [
    ("talk of a person, rate", TABLE + "seat.rs",
     "talk: Bucket::full(limits::TALK, at)", "talk: Bucket::full(crate::Rate { most: 1 << 30, each_second: 1 }, at)",
     "tables", "flood::one_person_says_so_much_at_once_and_then_a_line_a_second"),
    ("talk of a table, ever", TABLE + "table/talk.rs",
     "self.ever + bytes <= limits::TALK_EVER\n            &&", "true &&",
     "fogbound-table", "table::talk::tests::those_who_watch_use_up_a_part_only"),
    ("talk of those who watch, ever", TABLE + "table/talk.rs",
     "(!watcher || self.ever_of_watchers + bytes <= limits::TALK_EVER_OF_WATCHERS)", "true",
     "tables", "flood::many_strangers_say_no_more_than_a_table_takes"),
    ("talk that is kept of a person", TABLE + "table/talk.rs",
     "while self.bytes_of(by) > limits::TALK_KEPT_EACH {", "while self.bytes_of(by) > usize::MAX - 1 {",
     "fogbound-table", "table::talk::tests::who_talks_much_loses_own_lines_first"),
    ("page of news", TABLE + "audience/news.rs",
     "if bytes > limits::PAGE && !events.is_empty() {", "if bytes > usize::MAX - 1 && !events.is_empty() {",
     "tables", "flood::one_who_was_away_for_long_is_told_the_last_page"),
    ("commands of a person", TABLE + "seat.rs",
     "commands: Bucket::full(limits::COMMANDS, at)", "commands: Bucket::full(crate::Rate { most: 1 << 30, each_second: 1 }, at)",
     "tables", "flood::names_and_chairs_are_not_changed_without_end"),
    ("entries for those who watch", TABLE + "table/decide.rs",
     "if !is_for_seat(command) && self.version >= limits::ENTRIES_OF_ALL {", "if !is_for_seat(command) && self.version >= u64::MAX {",
     "tables", "sessions::those_who_watch_do_not_use_up_what_the_players_need"),
    ("guests", TABLE + "table/decide.rs",
     "if number > if is_for_seat(command) { limits::GUESTS } else { limits::GUESTS_OF_ALL } {", "if number > usize::MAX - 1 {",
     "tables", "sessions::beyond_so_many_guests_people_only_watch"),
    ("requests for seats", TABLE + "table/decide/access.rs",
     "if self.seat_requests.len() >= limits::SEAT_REQUESTS {", "if self.seat_requests.len() >= usize::MAX {",
     "tables", "access::requests_for_seats_are_bounded_and_end_with_the_game"),
    ("a seat of a running game is asked for", TABLE + "table/decide/access.rs",
     "if !withdraws && !self.may_grant(guest, now) {", "if false {",
     "tables", "access::a_stranger_gets_a_seat_of_a_running_game_only_if_it_is_granted"),
    ("locked tables", TABLE + "table/decide.rs",
     "if self.access.locked {\n            return refuse(Code::NotYours", "if false {\n            return refuse(Code::NotYours",
     "tables", "access::a_locked_table_takes_nobody_new"),
    ("people who were sent away", TABLE + "table/decide/access.rs",
     ".is_some_and(|guest| guest.banned) {", ".is_some_and(|_| false) {",
     "tables", "access::one_who_was_sent_away_hears_nothing_more"),
    ("spectators who are told late", TABLE + "table/decide/access.rs",
     "self.played.get(first).map_or(self.version, |version| version - 1)", "self.played.get(first).map_or(self.version, |_| self.version)",
     "tables", "late::what_happened_lately_reaches_spectators_by_no_way"),
    ("messages of a connection", TABLE + "connection.rs",
     "Bucket::full(limits::MESSAGES, now)", "Bucket::full(crate::Rate { most: 1 << 30, each_second: 1 }, now)",
     "tables", "sessions::too_many_messages_are_refused_and_far_too_many_end_the_connection"),
    ("floods end a connection", TABLE + "connection.rs",
     "if self.warnings > limits::WARNINGS {", "if self.warnings > u32::MAX - 1 {",
     "tables", "sessions::too_many_messages_are_refused_and_far_too_many_end_the_connection"),
    ("a message's length", TABLE + "connection.rs",
     "if text.len() > limits::MESSAGE {", "if text.len() > usize::MAX - 1 {",
     "tables", "sessions::a_message_that_is_too_long_is_not_read_and_ends_the_connection"),
    ("questions of bots in all", SERVER + "hall/thinker/queue.rs",
     "if self.len() >= QUESTIONS {", "if self.len() >= usize::MAX {",
     "fogbound-server", "hall::thinker::queue::tests::there_is_a_bound_for_all_and_one_for_each_address"),
    ("questions of bots of an address", SERVER + "hall/thinker/queue.rs",
     "Some(line) if line.waiting.len() >= QUESTIONS_EACH => return Err(Full),", "Some(line) if line.waiting.len() >= usize::MAX => return Err(Full),",
     "fogbound-server", "hall::thinker::queue::tests::there_is_a_bound_for_all_and_one_for_each_address"),
    ("tables of bots alone", SERVER + "hall/bot_tables.rs",
     "if playing.values().sum::<usize>() >= all {", "if playing.values().sum::<usize>() >= usize::MAX {",
     "tables", "bots::bots_have_few_tables_for_themselves_and_an_address_two_of_them"),
    ("frames that wait for a client", SERVER + "hall/queue.rs",
     "state.frames.len() < limits::QUEUE &&", "state.frames.len() < usize::MAX &&",
     "fogbound-server", "hall::queue::tests::a_queue_is_bounded_in_frames_and_in_bytes_and_is_emptied_when_it_is_full"),
    ("bytes that wait for a client", SERVER + "hall/queue.rs",
     "(free / PART).min(limits::QUEUE_BYTES)", "free / PART",
     "fogbound-server", "hall::queue::tests::a_queue_is_bounded_in_frames_and_in_bytes_and_is_emptied_when_it_is_full"),
    ("bytes that wait for all clients", SERVER + "hall/queue.rs",
     "let free = self.most.saturating_sub(self.metrics.backlog_bytes.get() as usize);", "let free = usize::MAX;",
     "fogbound-server", "hall::queue::tests::all_queues_together_are_bounded_and_the_longest_go_first"),
    ("a reader's time", SERVER + "serve/stream.rs",
     "ready!(end.as_mut().poll(cx));", "let _ = end.as_mut().poll(cx);\n        if left < Duration::MAX {\n            return Poll::Pending;\n        }",
     "fogbound-server", "serve::stream::tests::who_takes_nothing_is_let_go"),
    ("connections of an address", SERVER + "http/address.rs",
     "let many = !alone && account.connections as usize >= with_spare(self.sockets_each);", "let many = false;",
     "hostile", "crowds::one_address_has_so_many_connections_and_no_more"),
    ("places that are kept free", SERVER + "http/address.rs",
     "let free = book.reserved < self.kept_free()", "let free = false && book.reserved < self.kept_free()",
     "hostile", "crowds::when_all_places_are_taken_some_are_kept_for_health_and_for_those_who_have_a_seat"),
    ("sockets of an address that floods", SERVER + "http/address.rs",
     "if !has_seat && (", "if false && (",
     "hostile", "floods::an_address_that_floods_again_and_again_gets_no_more_sockets"),
    ("time of a refusal", SERVER + "http/guard.rs",
     "        hesitate(&site).await;\n", "",
     "hostile", "crowds::requests_for_files_count_too"),
    ("reports of an address", SERVER + "http/address.rs",
     ">= limits::REPORTS_EACH {", ">= u32::MAX {",
     "openapi", "reports_from_one_address_are_few"),
    ("what is kept for who may not watch", SERVER + "http/table.rs",
     "site.hall.may_watch(table, person, open).await?;", "",
     "openapi", "what_is_kept_of_a_finished_game_is_not_given_to_who_may_not_watch"),
    ("tables in memory", SERVER + "hall/driver.rs",
     "if room.now().after(SOON) < next.due() {", "if false {",
     "tables", "keeping::a_table_with_a_clock_is_put_away_too_and_its_clock_runs_out_in_time"),
    ("clearing in steps", SERVER + "hall/clearing.rs",
     "Ok(true) => LEAST_REST.max(begun.elapsed() * REST),", "Ok(true) => EVERY,",
     "tables", "keeping::clearing_keeps_pace_with_a_million_games_a_day"),
]


def command(program: str, test: str) -> list[str]:
    """A name with a hyphen is a package, whose unit tests are meant."""
    which = ["-p", program, "--lib"] if "-" in program else ["--workspace", "--test", program]
    return ["cargo", "test", "--locked", *which, "--", "--exact", test]


def environment() -> dict[str, str]:
    """Builds that take in one edit quickly, and are fast enough for bots to think."""
    return {**os.environ, "CARGO_PROFILE_DEV_OPT_LEVEL": "1", "CARGO_PROFILE_DEV_DEBUG": "0"}


def try_one(name: str, file: str, there: str, instead: str, program: str, test: str) -> str:
    path = ROOT / file
    text = path.read_text()
    if text.count(there) != 1:
        return f"the place is there {text.count(there)} times"
    path.write_text(text.replace(there, instead))
    try:
        run = subprocess.run(command(program, test), cwd=ROOT, env=environment(), capture_output=True, text=True)
    finally:
        path.write_text(text)
    if f"test {test} ... FAILED" in run.stdout:
        return "red"
    if "1 passed" in run.stdout:
        return "NOT NOTICED"
    return "no such test, or it does not build: " + (run.stderr.strip().splitlines() or ["?"])[-1]


def main() -> int:
    words = sys.argv[1:]
    chosen = [fault for fault in FAULTS if "--list" in words or not words or any(word in fault[0] for word in words)]
    if "--list" in words:
        for name, _, _, _, program, test in chosen:
            print(f"{name} | {program} {test}")
        return 0
    changed = subprocess.run(["git", "status", "--porcelain", "crates"], cwd=ROOT, capture_output=True, text=True)
    if changed.stdout.strip():
        print("error: commit first, the sources are edited and taken back", file=sys.stderr)
        return 2
    wrong = 0
    for fault in chosen:
        outcome = try_one(*fault)
        wrong += outcome != "red"
        print(f"{fault[0]}: {outcome}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
