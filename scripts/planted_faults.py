#!/usr/bin/env python3
"""Removes one limit at a time, runs the test that holds it, and expects it to fail.

    scripts/planted_faults.py            all of them, half a minute each after the first
    scripts/planted_faults.py talk page  those with one of these words in their names, or of this name
    scripts/planted_faults.py --list     what there is

A limit is removed by an edit of one place, which is taken back afterwards. The tree must be committed, so
that nothing can be lost. Ends with 1 if a test did not notice. What there is, is listed as name, limit, file, test program and
test; a place that is lost, or there twice, is an error.
"""

import os
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TABLE = "crates/table/src/"
SERVER = "crates/server/src/"
MOST_SECONDS = 900

# Name, limit, file, what stands there, what is put in its place, test program, test. A limit is a constant of one of the
# two files of limits, or a field of what a host can set (`http.FIELD`, `bot_tables.FIELD`); some are no number.
FAULTS = [
    # What is agreed.
    ("options of a table", "OPTIONS", TABLE + "settings.rs",
     "self.options.len() > limits::OPTIONS ||", "false ||",
     "tables", "settings::settings_that_make_no_sense_are_refused_with_a_clear_word"),
    ("an option's length", "OPTION", TABLE + "settings.rs",
     "text.len() > limits::OPTION;", "text.len() > usize::MAX - 1;",
     "tables", "settings::settings_that_make_no_sense_are_refused_with_a_clear_word"),
    ("clocks, the shortest and the longest", "CLOCK", TABLE + "settings.rs",
     "&& !(limits::CLOCK.0..=limits::CLOCK.1).contains(&span)", "&& span.is_zero()",
     "tables", "settings::settings_that_make_no_sense_are_refused_with_a_clear_word"),
    ("the host's pause between two lines", "SLOW_TALK", TABLE + "access.rs",
     "if self.slow_talk > limits::SLOW_TALK {", "if self.slow_talk == u16::MAX {",
     "tables", "access::the_host_can_slow_talk_down"),
    ("by how many moves spectators are told late", "DELAY", TABLE + "access.rs",
     "&& !limits::DELAY.contains(&moves)", "&& moves == u8::MAX",
     "tables", "late::the_host_decides_how_late_and_may_change_that"),
    # Names and talk.
    ("a name's length", "NAME", TABLE + "name.rs",
     "let name = clean_text(name, limits::NAME);", "let name = clean_text(name, usize::MAX);",
     "tables", "talk::names_are_bounded_and_hold_nothing_that_cannot_be_seen"),
    ("a line's length", "CHAT", TABLE + "table/decide/talk.rs",
     "if text.chars().count() > limits::CHAT {", "if text.chars().count() > usize::MAX - 1 {",
     "tables", "talk::a_line_is_bounded_and_holds_nothing_that_cannot_be_seen"),
    ("talk of a person, rate", "TALK", TABLE + "seat.rs",
     "talk: Bucket::full(limits::TALK, at)", "talk: Bucket::full(crate::Rate { most: 1 << 30, each_second: 1 }, at)",
     "tables", "flood::one_person_says_so_much_at_once_and_then_a_line_a_second"),
    ("talk of a table, rate", "TALK_OF_TABLE", TABLE + "table/talk.rs",
     "Bucket::full(limits::TALK_OF_TABLE, at)", "Bucket::full(crate::Rate { most: 1 << 30, each_second: 1 }, at)",
     "tables", "flood::all_at_a_table_say_so_much_at_once_and_no_more"),
    ("talk that is kept of a table", "TALK_KEPT", TABLE + "table/talk.rs",
     ".sum::<usize>() > limits::TALK_KEPT {", ".sum::<usize>() > usize::MAX - 1 {",
     "fogbound-table", "table::talk::tests::who_talks_much_loses_own_lines_first"),
    ("talk that is kept of a person", "TALK_KEPT_EACH", TABLE + "table/talk.rs",
     "while self.bytes_of(by) > limits::TALK_KEPT_EACH {", "while self.bytes_of(by) > usize::MAX - 1 {",
     "fogbound-table", "table::talk::tests::who_talks_much_loses_own_lines_first"),
    ("talk of a table, ever", "TALK_EVER", TABLE + "table/talk.rs",
     "self.ever + bytes <= limits::TALK_EVER\n            &&", "true &&",
     "fogbound-table", "table::talk::tests::those_who_watch_use_up_a_part_only"),
    ("talk of those who watch, ever", "TALK_EVER_OF_WATCHERS", TABLE + "table/talk.rs",
     "(!watcher || self.ever_of_watchers + bytes <= limits::TALK_EVER_OF_WATCHERS)", "true",
     "tables", "flood::many_strangers_say_no_more_than_a_table_takes"),
    ("reactions, marks and plans, rate", "GESTURES", TABLE + "seat.rs",
     "gestures: Bucket::full(limits::GESTURES, at)", "gestures: Bucket::full(crate::Rate { most: 1 << 30, each_second: 1 }, at)",
     "tables", "team::reactions_reach_the_table_or_the_team_and_not_too_many_of_them"),
    ("hints, rate", "GESTURES", TABLE + "table/decide/talk.rs",
     "        self.may_gesture(guest, now)?;\n        Ok(vec![EntryKind::Hinted])", "        let _ = now;\n        Ok(vec![EntryKind::Hinted])",
     "tables", "hints::who_plays_against_bots_alone_takes_hints_and_they_are_counted"),
    ("hints, agreed on by all who play", "", TABLE + "table/decide/play.rs",
     "if !self.settings.hints || seated.len() < 2 {", "if true || seated.len() < 2 {",
     "tables", "hints::a_game_with_hints_begins_when_all_who_play_are_ready"),
    ("hints, agreed on anew after a change", "", TABLE + "table.rs",
     "                    self.forget_ready();\n                    self.settled", "                    self.settled",
     "tables", "hints::a_change_of_the_settings_takes_back_that_all_are_ready"),
    ("hints, agreed on by who has seen it", "", TABLE + "table/decide.rs",
     "if agrees && answers < self.settled {", "if agrees && answers > Version::MAX - 1 {",
     "tables", "hints::nobody_agrees_to_settings_that_were_not_seen"),
    ("hints, agreed on by who comes later", "", TABLE + "table.rs",
     "self.seated().iter().all(|guest| agreed.contains(guest))", "(true || agreed.is_empty())",
     "tables", "hints::who_takes_a_seat_in_the_game_has_not_agreed_to_hints"),
    ("hints, agreed on anew for a rematch", "", TABLE + "table.rs",
     "                self.forget_ready();\n                self.rematch(*sides);", "                self.rematch(*sides);",
     "tables", "hints::a_rematch_is_agreed_on_anew"),
    ("marks of a team", "MARKS", TABLE + "table/decide/team.rs",
     "others().count() >= limits::MARKS ||", "false ||",
     "tables", "team::marks_are_bounded_for_each_and_for_all"),
    ("marks of a person", "MARKS_EACH", TABLE + "table/decide/team.rs",
     "own >= limits::MARKS_EACH", "own >= usize::MAX",
     "tables", "team::marks_are_bounded_for_each_and_for_all"),
    # Reports.
    ("lines that go with a report", "REPORTED_LINES", TABLE + "audience/report.rs",
     "if lines.len() >= limits::REPORTED_LINES {", "if lines.len() >= usize::MAX {",
     "tables", "reports::reports_are_few_and_are_forgotten"),
    ("a report's length", "CHAT", TABLE + "audience/report.rs",
     "if text.chars().count() > limits::CHAT {", "if text.chars().count() > usize::MAX - 1 {",
     "tables", "reports::a_report_holds_what_who_reports_could_see_and_nobody_learns_of_it"),
    ("reports of an address", "REPORTS_EACH", SERVER + "http/address.rs",
     ">= limits::REPORTS_EACH {", ">= u32::MAX {",
     "openapi", "reports_from_one_address_are_few"),
    ("for how long they count", "REPORTS_SPAN", SERVER + "http/address.rs",
     "account.reports.add(now, limits::REPORTS_SPAN);", "account.reports.add(now, Duration::ZERO);",
     "openapi", "reports_from_one_address_are_few"),
    # Puzzles.
    ("tries of puzzles by an address", "PUZZLE_TRIES_EACH", SERVER + "http/address.rs",
     ">= limits::PUZZLE_TRIES_EACH {", ">= u32::MAX {",
     "fogbound-server", "http::puzzle::tests::an_address_tries_so_many_puzzles_in_an_hour"),
    ("for how long such tries count", "PUZZLE_TRIES_SPAN", SERVER + "http/address.rs",
     "account.puzzles.add(now, limits::PUZZLE_TRIES_SPAN);", "account.puzzles.add(now, Duration::ZERO);",
     "fogbound-server", "http::puzzle::tests::an_address_tries_so_many_puzzles_in_an_hour"),
    ("memory for what was tried", "PUZZLES_TRIED", SERVER + "http/puzzle.rs",
     "vec![0; limits::PUZZLES_TRIED / 64]", "vec![0; limits::PUZZLES_TRIED]",
     "fogbound-server", "http::puzzle::tests::what_was_tried_takes_so_many_bytes_and_is_forgotten_with_the_day"),
    ("one try of a puzzle in a day", "", SERVER + "http/puzzle.rs",
     "        self.bits[place / 64] |= bit;\n", "",
     "fogbound-server", "http::puzzle::tests::what_was_tried_takes_so_many_bytes_and_is_forgotten_with_the_day"),
    ("one try of a puzzle in a day, at all nodes", "", SERVER + "http/puzzle.rs",
     "times.is_none_or(|times| times <= 1)", "times.is_none_or(|times| times <= u32::MAX)",
     "store", "shared_limits::memory_counts_tries_of_puzzles_at_all_nodes"),
    ("how far a try moves a puzzle", "PUZZLE_STEP", SERVER + "hall/puzzles.rs",
     ".clamp(-limits::PUZZLE_STEP, limits::PUZZLE_STEP)", ".clamp(-1e9, 1e9)",
     "fogbound-server", "hall::puzzles::tests::one_try_moves_a_puzzle_a_little_whatever_it_says"),
    ("ratings of puzzles", "PUZZLE_RATINGS", SERVER + "hall/puzzles.rs",
     "(rating + step).clamp(least, most)", "(rating + step)",
     "fogbound-server", "hall::puzzles::tests::a_rating_stays_alive_and_within_bounds"),
    ("the least deviation of a puzzle", "PUZZLE_DEVIATION", SERVER + "hall/puzzles.rs",
     "after.deviation.max(limits::PUZZLE_DEVIATION)", "after.deviation",
     "fogbound-server", "hall::puzzles::tests::a_rating_stays_alive_and_within_bounds"),
    ("no try of a puzzle is lost", "", SERVER + "store/puzzles.rs",
     "WHERE id = $1 AND tries = $5 - 1", "WHERE id = $1 AND tries < $5 + 1000000",
     "store", "postgresql::of_rival_tries_none_is_lost"),
    # Counts of games.
    ("a game counts once", "", SERVER + "hall/room.rs",
     "state.table.ended_game().filter(|_| !was_over)", "state.table.ended_game().filter(|_| was_over || !was_over)",
     "tables", "starts::a_game_counts_once_when_it_ends_and_not_before"),
    ("a game counts with its end alone", "", SERVER + "store/sqlite/writer.rs",
     "ended.iter().filter(|_| done).flat_map", "ended.iter().flat_map",
     "store", "sqlite::a_game_is_counted_with_the_entries_that_end_it"),
    ("games from elsewhere do not count", "", TABLE + "table/ended.rs",
     "if played.brought.is_some() ||", "if",
     "tables", "starts::a_game_that_says_nothing_of_its_start_does_not_count"),
    ("games with other options do not count", "", TABLE + "table/ended.rs",
     "|| rules.options().iter().next().is_some()", "",
     "tables", "starts::a_game_that_says_nothing_of_its_start_does_not_count"),
    ("reports of a person", "REPORTS_OF_PERSON", SERVER + "store/report.rs",
     "person = $2 AND wall > $5) < $8", "person = $2 AND wall > $5) < $8 + 1000000",
     "store", "sqlite::reports_are_kept_as_long_as_there_is_room"),
    ("reports of a table", "REPORTS_OF_TABLE", SERVER + "store/report.rs",
     "WHERE table_id = $1) < $7", "WHERE table_id = $1) < $7 + 1000000",
     "store", "sqlite::reports_are_kept_as_long_as_there_is_room"),
    ("reports in all", "REPORTS", SERVER + "store/report.rs",
     "(SELECT count(*) FROM reports) < $6", "(SELECT count(*) FROM reports) < $6 + 1000000",
     "store", "sqlite::reports_are_kept_as_long_as_there_is_room"),
    # What people do at a table.
    ("commands of a person", "COMMANDS", TABLE + "seat.rs",
     "commands: Bucket::full(limits::COMMANDS, at)", "commands: Bucket::full(crate::Rate { most: 1 << 30, each_second: 1 }, at)",
     "tables", "flood::names_and_chairs_are_not_changed_without_end"),
    ("commands of all who watch", "COMMANDS_OF_WATCHERS", TABLE + "table.rs",
     "Bucket::full(limits::COMMANDS_OF_WATCHERS, at)", "Bucket::full(crate::Rate { most: 1 << 30, each_second: 1 }, at)",
     "tables", "flood::those_who_watch_do_so_much_together_and_no_more"),
    ("entries", "ENTRIES", TABLE + "table/decide.rs",
     "if self.version >= limits::ENTRIES {", "if self.version >= u64::MAX {",
     "tables", "sessions::beyond_so_many_entries_only_moves_are_taken"),
    ("entries for those who watch", "ENTRIES_OF_ALL", TABLE + "table/decide.rs",
     "if !is_for_seat(command) && self.version >= limits::ENTRIES_OF_ALL {", "if !is_for_seat(command) && self.version >= u64::MAX {",
     "tables", "sessions::those_who_watch_do_not_use_up_what_the_players_need"),
    ("entries that are kept in mind", "HISTORY", TABLE + "table.rs",
     "limits::HISTORY.min(self.version - self.floor)", "self.version - self.floor",
     "tables", "flood::what_happened_long_ago_is_not_kept_in_mind"),
    ("page of news", "PAGE", TABLE + "audience/news.rs",
     "if bytes > limits::PAGE && !events.is_empty() {", "if bytes > usize::MAX - 1 && !events.is_empty() {",
     "tables", "flood::one_who_was_away_for_long_is_told_the_last_page"),
    ("moments of a record", "MOMENTS", TABLE + "audience/replay.rs",
     "if moments > limits::MOMENTS {", "if moments > usize::MAX - 1 {",
     "fogbound-table", "audience::replay::tests::variations_have_so_many_moments_and_no_more"),
    ("moments of a record that is published", "MOMENTS", TABLE + "table/brought.rs",
     "check_courses(&record, &game)?;", "let _ = check_courses;",
     "tables", "brought::variations_that_cannot_be_shown_are_not_published"),
    ("guests", "GUESTS", TABLE + "table/decide.rs",
     "{ limits::GUESTS }", "{ usize::MAX }",
     "tables", "sessions::beyond_so_many_guests_people_only_watch"),
    ("guests without a seat", "GUESTS_OF_ALL", TABLE + "table/decide.rs",
     "{ limits::GUESTS_OF_ALL }", "{ limits::GUESTS }",
     "tables", "sessions::those_who_watch_do_not_use_up_what_the_players_need"),
    ("devices of a person", "DEVICES", TABLE + "table/decide/device.rs",
     "if guest.devices.len() >= limits::DEVICES {", "if guest.devices.len() >= usize::MAX {",
     "tables", "sessions::a_device_can_be_sent_away_from_another"),
    ("requests for seats", "SEAT_REQUESTS", TABLE + "table/decide/access.rs",
     "if self.seat_requests.len() >= limits::SEAT_REQUESTS {", "if self.seat_requests.len() >= usize::MAX {",
     "tables", "access::requests_for_seats_are_bounded_and_end_with_the_game"),
    ("answers that are remembered", "ANSWERED", TABLE + "table.rs",
     "if of_guest >= limits::ANSWERED", "if of_guest >= usize::MAX",
     "tables", "sessions::a_table_remembers_the_last_answers_of_each_person"),
    ("time to open a number", "OPENING", TABLE + "shuffle.rs",
     "self.since.after(limits::OPENING)", "self.since.after(limits::OPENING * 100_000)",
     "tables", "shuffle::who_does_not_open_in_time_is_left_out_and_named"),
    ("a host who is away", "HOST_ABSENT", TABLE + "table/decide.rs",
     "self.host_seen.after(limits::HOST_ABSENT)", "self.host_seen.after(limits::HOST_ABSENT * 100_000)",
     "tables", "seats::an_absent_host_does_not_hold_the_table_up"),
    ("a host who is away and grants no seat", "HOST_ABSENT", TABLE + "table/decide/access.rs",
     "self.host_seen.after(limits::HOST_ABSENT)", "self.host_seen.after(limits::HOST_ABSENT * 100_000)",
     "tables", "access::while_the_host_is_away_the_people_of_that_side_decide"),
    ("a player who is away", "PLAYER_ABSENT", TABLE + "table/decide/seats.rs",
     "since.after(limits::PLAYER_ABSENT)", "since.after(limits::PLAYER_ABSENT * 100_000)",
     "tables", "seats::a_bot_stands_in_for_a_player_who_does_not_come_back"),
    # Who may come, and who sees what.
    ("a seat of a running game is asked for", "", TABLE + "table/decide/access.rs",
     "if !withdraws && !self.may_grant(guest, now) {", "if false {",
     "tables", "access::a_stranger_gets_a_seat_of_a_running_game_only_if_it_is_granted"),
    ("locked tables", "", TABLE + "table/decide.rs",
     "if self.access.locked {\n            return refuse(Code::NotYours", "if false {\n            return refuse(Code::NotYours",
     "tables", "access::a_locked_table_takes_nobody_new"),
    ("people who were sent away", "", TABLE + "table/decide/access.rs",
     ".is_some_and(|guest| guest.banned) {", ".is_some_and(|_| false) {",
     "tables", "access::one_who_was_sent_away_hears_nothing_more"),
    ("spectators who are told late", "", TABLE + "table/decide/access.rs",
     "self.played.get(first).map_or(self.version, |version| version - 1)", "self.played.get(first).map_or(self.version, |_| self.version)",
     "tables", "late::what_happened_lately_reaches_spectators_by_no_way"),
    ("what is kept for who may not watch", "", SERVER + "http/table.rs",
     "site.hall.may_watch(table, person, open).await?;", "",
     "openapi", "what_is_kept_of_a_finished_game_is_not_given_to_who_may_not_watch"),
    # Messages.
    ("messages of a connection", "MESSAGES", TABLE + "connection.rs",
     "Bucket::full(limits::MESSAGES, now)", "Bucket::full(crate::Rate { most: 1 << 30, each_second: 1 }, now)",
     "tables", "sessions::too_many_messages_are_refused_and_far_too_many_end_the_connection"),
    ("pings of a socket", "MESSAGES", TABLE + "connection.rs",
     "if self.ended || self.bucket.take(now) {", "if self.ended || now >= Moment(0) {",
     "hostile", "floods::pings_of_the_socket_count_and_a_flood_of_them_ends_it"),
    ("floods end a connection", "WARNINGS", TABLE + "connection.rs",
     "if self.warnings > limits::WARNINGS {", "if self.warnings > u32::MAX - 1 {",
     "tables", "sessions::too_many_messages_are_refused_and_far_too_many_end_the_connection"),
    ("a message's length", "MESSAGE", TABLE + "connection.rs",
     "if text.len() > limits::MESSAGE {", "if text.len() > usize::MAX - 1 {",
     "tables", "sessions::a_message_that_is_too_long_is_not_read_and_ends_the_connection"),
    ("a frame's length", "MESSAGE", SERVER + "http/socket.rs",
     "        .max_frame_size(MESSAGE)\n", "",
     "hostile", "floods::a_frame_that_is_too_long_is_not_waited_for"),
    ("a message in many frames", "MESSAGE", SERVER + "http/socket.rs",
     "        .max_message_size(MESSAGE)\n", "",
     "hostile", "messages_that_are_too_long_end_the_connection"),
    ("a command's id", "COMMAND_ID", TABLE + "connection.rs",
     "id.len() <= limits::COMMAND_ID &&", "true &&",
     "tables", "sessions::ids_of_commands_are_bounded"),
    ("sockets of an address that floods", "FLOODS", SERVER + "http/address.rs",
     "if !has_seat && (", "if false && (",
     "hostile", "floods::an_address_that_floods_again_and_again_gets_no_more_sockets"),
    ("floods of an address, at all nodes", "FLOODS", SERVER + "hall/tallies.rs",
     "limits::FLOODS, self", "u32::MAX, self",
     "store", "shared_limits::two_nodes_in_memory_have_one_bound"),
    # Bots.
    ("questions of bots in all", "QUESTIONS", SERVER + "hall/thinker/queue.rs",
     "if self.len() >= QUESTIONS {", "if self.len() >= usize::MAX {",
     "fogbound-server", "hall::thinker::queue::tests::there_is_a_bound_for_all_and_one_for_each_address"),
    ("questions of bots of an address", "QUESTIONS_EACH", SERVER + "hall/thinker/queue.rs",
     "Some(line) if line.waiting.len() >= QUESTIONS_EACH => return Err(Full),", "Some(line) if line.waiting.len() >= usize::MAX => return Err(Full),",
     "fogbound-server", "hall::thinker::queue::tests::there_is_a_bound_for_all_and_one_for_each_address"),
    ("tables of bots alone", "bot_tables.all", SERVER + "hall/bot_tables.rs",
     "if playing.values().sum::<usize>() >= all {", "if playing.values().sum::<usize>() >= usize::MAX {",
     "tables", "bots::bots_have_few_tables_for_themselves_and_an_address_two_of_them"),
    ("tables of bots alone of an address", "bot_tables.each", SERVER + "hall/bot_tables.rs",
     "own >= each)", "own >= usize::MAX)",
     "tables", "bots::bots_have_few_tables_for_themselves_and_an_address_two_of_them"),
    # Those who do not read.
    ("frames that wait for a client", "QUEUE", SERVER + "hall/queue.rs",
     "state.frames.len() < limits::QUEUE &&", "state.frames.len() < usize::MAX &&",
     "fogbound-server", "hall::queue::tests::a_queue_is_bounded_in_frames_and_in_bytes_and_is_emptied_when_it_is_full"),
    ("bytes that wait for a client", "QUEUE_BYTES", SERVER + "hall/queue.rs",
     "(free / PART).min(limits::QUEUE_BYTES)", "free / PART",
     "fogbound-server", "hall::queue::tests::a_queue_is_bounded_in_frames_and_in_bytes_and_is_emptied_when_it_is_full"),
    ("bytes that wait for all clients", "BACKLOG", SERVER + "hall/queue.rs",
     "let free = self.most.saturating_sub(self.metrics.backlog_bytes.get() as usize);", "let free = usize::MAX;",
     "fogbound-server", "hall::queue::tests::all_queues_together_are_bounded_and_the_longest_go_first"),
    ("a reader's time", "http.write", SERVER + "serve/stream.rs",
     "ready!(end.as_mut().poll(cx));", "let _ = end.as_mut().poll(cx);\n        if left < Duration::MAX {\n            return Poll::Pending;\n        }",
     "fogbound-server", "serve::stream::tests::who_takes_nothing_is_let_go"),
    ("who takes a byte now and then", "LEAST_READ", SERVER + "serve/stream.rs",
     "Duration::from_secs_f64(bytes as f64 / limits::LEAST_READ)", "self.most * bytes.min(1) as u32",
     "fogbound-server", "serve::stream::tests::who_takes_a_byte_now_and_then_is_let_go_too"),
    ("time for last words", "LAST_WORDS", SERVER + "serve/stream.rs",
     "tokio::time::timeout(limits::LAST_WORDS, end)", "tokio::time::timeout(limits::LAST_WORDS * 100, end)",
     "fogbound-server", "serve::stream::tests::whoever_does_not_take_last_words_is_not_waited_for_long"),
    ("what the kernel keeps that nobody reads", "SEND_BUFFER", SERVER + "serve.rs",
     "        .set_send_buffer_size(limits::SEND_BUFFER)", "        .linger().map(|_| ())",
     "hostile", "readers::what_nobody_reads_takes_little_of_the_kernel_and_not_for_long"),
    ("what the kernel keeps of what comes", "RECEIVE_BUFFER", SERVER + "serve.rs",
     "        .and_then(|()| socket.set_recv_buffer_size(limits::RECEIVE_BUFFER))", "",
     "fogbound-server", "serve::tests::what_the_kernel_keeps_of_a_connection_does_not_grow"),
    ("pieces of a long answer", "PIECE", SERVER + "http/sent.rs",
     "self.rest.len().min(limits::PIECE)", "self.rest.len()",
     "hostile", "crowds::what_is_not_taken_does_not_count"),
    # Connections and requests.
    ("sockets in all", "http.connections", SERVER + "http/address.rs",
     "if book.sockets >= self.sockets + more(self.kept_free()) {", "if book.sockets >= usize::MAX {",
     "hostile", "crowds::when_all_sockets_are_open_those_who_have_a_seat_still_get_one"),
    ("connections in all", "http.connections", SERVER + "http/address.rs",
     "if book.public < with_spare(self.sockets) && !many {", "if !many {",
     "hostile", "crowds::when_all_places_are_taken_some_are_kept_for_health_and_for_those_who_have_a_seat"),
    ("sockets of an address", "http.connections_each", SERVER + "http/address.rs",
     "account.sockets as usize >= self.sockets_each + more(limits::RESERVED_EACH)", "account.sockets as usize >= usize::MAX - more(1)",
     "hostile", "one_address_has_so_many_sockets_and_tables_and_no_more"),
    ("connections of an address", "http.connections_each", SERVER + "http/address.rs",
     "let many = !alone && account.connections as usize >= with_spare(self.sockets_each);", "let many = false;",
     "hostile", "crowds::one_address_has_so_many_connections_and_no_more"),
    ("requests of an address that are under way", "http.connections_each", SERVER + "http/address.rs",
     "if account.under_way as usize >= with_spare(self.sockets_each) {", "if account.under_way as usize >= usize::MAX {",
     "hostile", "crowds::behind_a_proxy_one_address_has_so_many_requests_under_way_and_no_more"),
    ("places that are kept free", "RESERVED", SERVER + "http/address.rs",
     "let free = book.reserved < self.kept_free()", "let free = false && book.reserved < self.kept_free()",
     "hostile", "crowds::when_all_places_are_taken_some_are_kept_for_health_and_for_those_who_have_a_seat"),
    ("places that are kept free, in all", "RESERVED", SERVER + "http/address.rs",
     "let free = book.reserved < self.kept_free()", "let free = book.reserved < usize::MAX",
     "hostile", "crowds::the_places_that_are_kept_have_an_end_too"),
    ("places that are kept free, of an address", "RESERVED_EACH", SERVER + "http/address.rs",
     "(account.reserved as usize) < limits::RESERVED_EACH", "(account.reserved as usize) < usize::MAX",
     "hostile", "crowds::one_address_has_so_many_connections_and_no_more"),
    ("sockets of who has a seat", "RESERVED_EACH", SERVER + "http/address.rs",
     "self.sockets_each + more(limits::RESERVED_EACH)", "self.sockets_each + more(1 << 20)",
     "hostile", "crowds::who_has_a_seat_gets_some_more_sockets_and_no_more"),
    ("time in a place that is kept", "RESERVED_HEAD", SERVER + "serve.rs",
     "Place::Reserved => head.min(limits::RESERVED_HEAD),", "Place::Reserved => head,",
     "hostile", "crowds::one_address_has_so_many_connections_and_no_more"),
    ("a connection without a request", "http.head", SERVER + "serve.rs",
     ".header_read_timeout(head)", ".header_read_timeout(head * 1000)",
     "hostile", "crowds::a_connection_that_is_kept_without_a_request_ends"),
    ("a request's head", "HEAD", SERVER + "serve.rs",
     "        .max_buf_size(limits::HEAD)\n", "",
     "hostile", "bodies_and_heads_are_bounded"),
    ("time of a request", "http.request", SERVER + "http/guard.rs",
     "tokio::time::timeout(site.config.request, next.run(request))", "tokio::time::timeout(site.config.request * 1000, next.run(request))",
     "hostile", "who_sends_slowly_is_let_go"),
    ("a request's body", "BODY", SERVER + "http.rs",
     "DefaultBodyLimit::max(limits::BODY)", "DefaultBodyLimit::disable()",
     "openapi", "every_documented_answer_is_given_as_documented"),
    ("a record that is played again", "RECORD", SERVER + "http.rs",
     "post(replay::replay).layer(DefaultBodyLimit::max(limits::RECORD))",
     "post(replay::replay).layer(DefaultBodyLimit::disable())",
     "openapi", "every_documented_answer_is_given_as_documented"),
    ("a record that is reviewed", "RECORD", SERVER + "http.rs",
     "post(review::review).layer(DefaultBodyLimit::max(limits::RECORD))",
     "post(review::review).layer(DefaultBodyLimit::disable())",
     "openapi", "every_documented_answer_is_given_as_documented"),
    ("a body that is announced", "RECORD", SERVER + "http/guard.rs",
     "length > limits::RECORD as u64", "length > u64::MAX - 1",
     "hostile", "bodies_and_heads_are_bounded"),
    ("a game that is brought", "BROUGHT", SERVER + "http.rs",
     "DefaultBodyLimit::max(limits::BROUGHT)", "DefaultBodyLimit::disable()",
     "openapi", "every_documented_answer_is_given_as_documented"),
    ("requests of an address", "http.requests_each", SERVER + "http/address.rs",
     "} else if !account.requests.take(now) {", "} else if false {",
     "hostile", "one_address_asks_so_often_and_no_more"),
    ("bytes to an address", "http.bytes_each", SERVER + "http/address.rs",
     "} else if !account.bytes.has_some(now) {", "} else if false {",
     "hostile", "crowds::one_address_is_sent_so_many_bytes_and_no_more"),
    ("time of a refusal", "HESITATION", SERVER + "http/guard.rs",
     "        hesitate(&site).await;\n", "",
     "hostile", "crowds::requests_for_files_count_too"),
    ("refusals that wait", "REFUSALS", SERVER + "http.rs",
     "Semaphore::new(limits::REFUSALS)", "Semaphore::new(Semaphore::MAX_PERMITS)",
     "openapi", "so_many_refusals_wait_to_be_told_and_no_more"),
    # Tables, pictures, and what is known.
    ("tables of an address", "http.tables_each", SERVER + "http/address.rs",
     "as usize >= self.tables_each {", "as usize >= usize::MAX {",
     "hostile", "one_address_has_so_many_sockets_and_tables_and_no_more"),
    ("tables of an address, at all nodes", "http.tables_each", SERVER + "http/address.rs",
     "match made as usize > self.tables_each {", "match made as usize > usize::MAX - 1 {",
     "store", "shared_limits::two_nodes_in_memory_have_one_bound"),
    ("games that are brought, of an address", "http.tables_each", SERVER + "http/table.rs",
     "    admit_table(&site, from).await?;\n    let id = site.hall.bring(", "    let id = site.hall.bring(",
     "openapi", "every_documented_answer_is_given_as_documented"),
    ("pictures that wait", "PICTURE_QUEUE", SERVER + "http/preview.rs",
     "Line::new(limits::PICTURE_QUEUE,", "Line::new(usize::MAX >> 3,",
     "fogbound-server", "http::preview::tests::so_many_pictures_wait_to_be_drawn_and_no_more"),
    ("records that wait to be played again", "REPLAY_QUEUE", SERVER + "http/replay.rs",
     "Line::new(limits::REPLAY_QUEUE,", "Line::new(usize::MAX >> 3,",
     "fogbound-server", "http::replay::tests::so_many_records_wait_to_be_played_and_no_more"),
    ("games that wait to be reviewed", "REVIEW_QUEUE", SERVER + "http/review.rs",
     "Line::new(limits::REVIEW_QUEUE,", "Line::new(usize::MAX >> 3,",
     "fogbound-server", "http::review::tests::so_many_games_wait_to_be_reviewed_and_no_more"),
    ("games that wait to be reviewed for one address", "REVIEWS_EACH", SERVER + "http/address.rs",
     "if account.reviews >= limits::REVIEWS_EACH {", "if account.reviews >= u32::MAX {",
     "fogbound-server", "http::review::tests::of_one_address_one_game_is_reviewed_or_waits"),
    ("time of a review", "REVIEW_TIME", SERVER + "http/review.rs",
     "if Instant::now() >= until {", "if false {",
     "fogbound-server", "http::review::tests::a_review_that_takes_too_long_ends"),
    ("pictures that are kept", "PICTURES", SERVER + "http/preview.rs",
     "Kept::new(limits::PICTURES, KEPT)", "Kept::new(usize::MAX, KEPT)",
     "fogbound-server", "http::preview::tests::pictures_take_so_many_bytes_and_no_more"),
    ("records that are kept", "RECORDS", SERVER + "http/table.rs",
     "Kept::new(limits::RECORDS, KEPT)", "Kept::new(usize::MAX, KEPT)",
     "fogbound-server", "http::table::tests::records_take_so_many_bytes_and_no_more"),
    ("what is known of addresses", "ADDRESSES", SERVER + "http/account.rs",
     "let key = if new && self.each.len() >= MOST { OTHERS } else { address };", "let key = address;",
     "fogbound-server", "http::account::tests::a_flood_of_addresses_takes_so_much_memory_and_no_more"),
    ("who is known to have a seat", "SEAT_HOLDERS", SERVER + "hall/seat_holders.rs",
     "oldest.filter(|_| known.len() >= MOST)", "oldest.filter(|_| known.len() >= usize::MAX)",
     "fogbound-server", "hall::seat_holders::tests::so_many_are_known_for_so_long"),
    ("tables in memory", "", SERVER + "hall/driver.rs",
     "if room.now().after(SOON) < next.due() {", "if false {",
     "tables", "keeping::a_table_with_a_clock_is_put_away_too_and_its_clock_runs_out_in_time"),
    ("clearing in steps", "", SERVER + "hall/clearing.rs",
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


def lost_place(file: str, there: str) -> str | None:
    count = (ROOT / file).read_text().count(there)
    return None if count == 1 else f"the place is there {count} times"


def try_one(name: str, limit: str, file: str, there: str, instead: str, program: str, test: str) -> str:
    if lost := lost_place(file, there):
        return lost
    path = ROOT / file
    text = path.read_text()
    path.write_text(text.replace(there, instead))
    try:
        said, errors = run(command(program, test))
    except subprocess.TimeoutExpired:
        return f"no end after {MOST_SECONDS} seconds"
    finally:
        path.write_text(text)
    if f"test {test} ... FAILED" in said:
        return "red"
    if "1 passed" in said:
        return "NOT NOTICED"
    return "no such test, or it does not build: " + (errors.strip().splitlines() or ["?"])[-1]


def run(words: list[str]) -> tuple[str, str]:
    """What a command says, if it ends in time; if not, it goes with all that it started."""
    pipe = subprocess.PIPE
    process = subprocess.Popen(
        words, cwd=ROOT, env=environment(), stdout=pipe, stderr=pipe, text=True, start_new_session=True)
    try:
        return process.communicate(timeout=MOST_SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        raise


def list_all() -> int:
    wrong = 0
    for name, limit, file, there, _, program, test in FAULTS:
        print(f"{name} | {limit or '-'} | {file} | {program} | {test}")
        if lost := lost_place(file, there):
            wrong += 1
            print(f"error: {name}: {lost}", file=sys.stderr)
    return 1 if wrong else 0


def main() -> int:
    words = sys.argv[1:]
    names = {fault[0] for fault in FAULTS}
    means = lambda word, name: word == name or word not in names and word in name
    chosen = [fault for fault in FAULTS if not words or any(means(word, fault[0]) for word in words)]
    if "--list" in words:
        return list_all()
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
