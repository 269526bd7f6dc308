#!/usr/bin/env python3
"""Plays a game at a table server, as docs/protocol.md describes it, and checks it when it is over.

    client.py URL EDITION DETECTIVES SIDE [BREAKS]

URL is that of the server (http://127.0.0.1:7199), SIDE is "fugitive" or "hunters"; bots have the other seats. It adds a
number to the shuffle, takes its decisions at random, and keeps what the server signs. BREAKS says in how many of a hundred
decisions the line breaks before the answer. Nothing but Python itself is needed, and verify.py beside this file.
"""
import base64
import hashlib
import json
import os
import random
import secrets
import socket
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

from verify import Wrong, need, verify

class Socket:
    """A WebSocket (RFC 6455), as far as this protocol needs it."""

    def __init__(self, address, path, cookie):
        self.stream = socket.create_connection(address, timeout=60)
        key = base64.b64encode(os.urandom(16)).decode()
        head = [f"GET {path} HTTP/1.1", "Host: %s:%d" % address, f"Cookie: {cookie}", "Connection: Upgrade",
                "Upgrade: websocket", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}"]
        self.stream.sendall("\r\n".join(head + ["", ""]).encode())
        self.file = self.stream.makefile("rb")
        status = self.file.readline()
        while self.file.readline() not in (b"\r\n", b""):
            pass
        if b" 101 " not in status:
            raise ConnectionError(status.decode().strip())

    def send(self, text, kind=1):
        data, mask = text if kind == 10 else text.encode(), os.urandom(4)
        size = bytes([128 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
        masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(data))
        self.stream.sendall(bytes([128 | kind]) + size + mask + masked)

    def read(self, many):
        data = self.file.read(many)
        if len(data) < many:
            raise ConnectionError("the connection has ended")
        return data

    def receive(self):
        """The next message of the server."""
        text = b""
        while True:
            first, size = self.read(2)
            if size > 125:
                size = int.from_bytes(self.read(2 if size == 126 else 8), "big")
            data, kind = self.read(size), first & 15
            if kind == 9:
                self.send(data, 10)
            elif kind == 8:
                raise ConnectionError("the server has closed the connection")
            elif kind < 3:
                text += data
                if first & 128:
                    return json.loads(text)

class Player:
    def __init__(self, url, breaks):
        self.url, self.breaks, self.broken = urllib.parse.urlsplit(url), breaks, 0
        self.cookie, self.number = "fogbound=" + secrets.token_hex(16), secrets.token_bytes(32)
        self.version, self.scene, self.you, self.heads, self.promise = None, None, None, {}, None

    def ask(self, path, body=None):
        """A request over HTTP. One that was too much is sent again when it is worth a try."""
        headers = {"Cookie": self.cookie, "Content-Type": "application/json"}
        data = body and json.dumps(body).encode()
        while True:
            try:
                request = urllib.request.Request(self.url.geturl() + path, data, headers)
                return urllib.request.urlopen(request, timeout=60).read().decode()
            except urllib.error.HTTPError as refusal:
                if refusal.code not in (429, 503):
                    raise Wrong(json.loads(refusal.read())["text"]) from None
                time.sleep(int(refusal.headers["Retry-After"]))

    def make(self, edition, detectives, side):
        seats = ["fugitive"] + [f"d{1 + place}" for place in range(detectives)]
        mine = seats[:1] if side == "fugitive" else seats[1:]
        self.table = json.loads(self.ask("/api/tables", {
            "name": "Example", "settings": {"edition": edition, "detectives": detectives},
            "seats": [{"seat": seat, "who": "me" if seat in mine else {"bot": 1}} for seat in seats],
            "commitment": hashlib.sha256(self.number).hexdigest()}))["table"]

    def open(self):
        """Comes, or comes back: with what it has, so that nothing is missing or told twice."""
        pause = 0.1
        while True:
            try:
                path = f"/api/tables/{self.table}/socket"
                self.socket = Socket((self.url.hostname, self.url.port or 80), path, self.cookie)
                hello = {"type": "hello", "protocol": 3}
                self.socket.send(json.dumps(hello if self.version is None else hello | {"have": self.version}))
                while self.hear()["type"] != "news":
                    pass
                return
            except OSError as lost:
                need(pause < 60, f"the server is away: {lost}")
                time.sleep(pause)
                pause *= 2

    def hear(self):
        message = self.socket.receive()
        if message["type"] == "you":
            self.you = message
        elif message["type"] == "bye":
            need(message["code"] in ("limit", "unavailable"), message["text"])
        elif message["type"] == "news":
            need(message["reset"] or message["from"] == self.version, "something is missing, or was told twice")
            self.version = message["from"] + len(message["events"])
            self.scene = message["scene"] or self.scene
            for event in message["events"]:
                if "proof" in event:
                    link, head = event["proof"]["link"], event["proof"]["head"]
                    need(self.heads.setdefault(link, head) == head, f"two heads for link {link}")
                elif event["what"] == "shuffle_began":
                    self.promise = event["shuffle"]["commitment"]
        return message

    def do(self, command):
        """Does something, once, however often the line breaks: it is sent again with the same id."""
        message = {"type": "do", "id": secrets.token_hex(8), "version": self.version, "command": command}
        breaks, answer = random.randrange(100) < self.breaks, {}
        while True:
            try:
                self.socket.send(json.dumps(message))
                if breaks:
                    self.broken, breaks = self.broken + 1, False
                    self.socket.stream.shutdown(socket.SHUT_RDWR)
                while answer.get("id") != message["id"]:
                    answer = self.hear()
                if answer.get("code") not in ("limit", "unavailable"):
                    while self.version < answer.get("version", 0):
                        self.hear()
                    return answer
                answer = {}
                time.sleep(1)
            except OSError:
                self.open()

    def actions(self):
        """What this player may decide now."""
        game, me = self.scene["game"], self.you["guest"]
        movable = [mover["hunter"] for mover in self.scene["movers"] if me in mover["guests"]]
        owner = {hunter.get("token"): hunter["hunter"] for hunter in self.scene["about"]["hunters"]}
        def is_mine(action):
            hunter = owner[action["token"]] if action["kind"] == "token" else action.get("hunter")
            return hunter is None or hunter in movable
        return [action for action in game["actions"] if is_mine(action)] if game else []

    def play(self):
        self.open()
        self.do({"do": "start"})
        while self.scene["stage"] in ("lobby", "playing"):
            waited = (self.scene["shuffle"] or {}).get("contributions", []) if self.scene["stage"] == "lobby" else []
            if any(one["guest"] == self.you["guest"] and one["number"] is None for one in waited):
                self.do({"do": "open", "number": self.number.hex()})
            elif self.actions():
                answer = self.do({"do": "act", "action": random.choice(self.actions())})
                need(answer.get("code") in (None, "stale"), f"refused: {answer}")
            else:
                try:
                    self.hear()
                except OSError:
                    self.open()

    def check(self):
        """Checks the record against itself, and against what was told during the game."""
        record = self.ask(f"/api/tables/{self.table}/record")
        verify(record, json.loads(self.ask("/api/boards/" + self.scene["about"]["board"])), json.loads(self.ask("/api/keys")))
        lines = [line.split() for line in record.splitlines()]
        heads = [line[1] for line in lines if line[:1] == ["head"]]
        told = [self.heads.get(link, head) for link, head in enumerate(heads)]
        need(heads == told and len(self.heads) <= len(heads), "the heads are not those that were told")
        need([self.promise] == [line[3] for line in lines if line[:1] == ["chain"]], "the server promised another number")
        need(self.number.hex() in [line[3] for line in lines if line[:1] == ["number"]], "the own number was left out")
        return len(heads)

if __name__ == "__main__":
    try:
        url, edition, detectives, side, *breaks = sys.argv[1:]
        player = Player(url.rstrip("/"), int(*breaks))
        player.make(edition, int(detectives), side)
        player.play()
        print(f"ok: {player.check()} links, {player.broken} times away")
    except Wrong as wrong:
        sys.exit(f"error: {wrong}")
