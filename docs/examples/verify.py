#!/usr/bin/env python3
"""Checks the record of a game that was played at a table server, as docs/protocol.md describes its proofs.

    verify.py RECORD BOARD [KEYS]

RECORD is the text of a record, BOARD what /api/boards/NAME gives, KEYS what /api/keys gives.
Nothing but Python itself is needed. It says "ok", or what is wrong, and then its exit code is 1.
"""
import hashlib
import itertools
import json
import re
import sys

START = {"classic": "pile", "study": "pile", "modern": "cards", "holmes": "tiles", "holmes-original": "tiles",
         "beginner": "chosen", "compact": "placed"}

def sha(*parts):
    return hashlib.sha256(b"".join(part.encode() if isinstance(part, str) else part for part in parts)).digest()

class Wrong(Exception):
    pass

def need(holds, what):
    if not holds:
        raise Wrong(what)

def below(seed, label):
    """Picks from the stream of a label."""
    count = 0
    def pick(n):
        nonlocal count
        while True:
            value = int.from_bytes(sha(seed, f"{label} {count}")[:8], "big")
            count += 1
            if value < 2**64 - 2**64 % n:
                return value % n
    return pick

def drawn(pick, deck, many):
    cards = list(deck)
    for place in range(many):
        other = place + pick(len(cards) - place)
        cards[place], cards[other] = cards[other], cards[place]
    return cards[:many]

# Ed25519, as RFC 8032 has it.
P, Q = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P

def add(a, b):
    s, t = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    u, v = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = t - s, v - u, v + u, t + s
    return (e * f % P, g * h % P, f * g % P, e * h % P)

def times(k, point):
    total = (0, 1, 1, 0)
    for bit in bin(k)[2:]:
        total = add(total, total)
        if bit == "1":
            total = add(total, point)
    return total

def point(data):
    y, sign = int.from_bytes(data, "little") & (2**255 - 1), data[31] >> 7
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    need(x * x % P == square and y < P, "the key or the signature is no point of the curve")
    return (P - x if x & 1 != sign else x, y, 1, (P - x if x & 1 != sign else x) * y % P)

BASE = point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))

def signed(key, text, signature):
    r, s = signature[:32], int.from_bytes(signature[32:], "little")
    k = int.from_bytes(hashlib.sha512(r + key + text.encode()).digest(), "little") % Q
    left, right = times(s, BASE), add(point(r), times(k, point(key)))
    return s < Q and all((left[i] * right[2] - right[i] * left[2]) % P == 0 for i in (0, 1))

class Chain:
    """The lines of a chain, and the numbers that it was shuffled from."""
    def __init__(self, lines):
        told = {word: [line for line in lines if line.startswith(word + " ")]
                for word in ("chain", "number", "head", "signature")}
        need(len(told["chain"]) == 1, "the record claims no proofs")
        _, self.table, self.game, self.promise, self.server = told["chain"][0].split()
        self.numbers, self.heads, self.signature = told["number"], told["head"], told["signature"]
        people = [line.split()[1:] for line in self.numbers]
        need(self.server != "?", "a number that the game was shuffled from is not opened")
        for commitment, number in [(self.promise, self.server)] + [(n[1], n[2]) for n in people]:
            need(number == "?" or sha(bytes.fromhex(number)).hex() == commitment, "a number is not the promised one")
        need([int(n[0]) for n in people] == sorted({int(n[0]) for n in people}), "guests are not in order")
        self.seed = sha("fogbound shuffle", bytes.fromhex(self.server),
                        *(bytes.fromhex(n[2]) for n in people if n[2] != "?"))

    def check(self, tags, deal, earlier, steps, result):
        """Makes every head again, and gives the last one; whether the game was abandoned."""
        first = [f"table {self.table}", f"game {self.game}"]
        first += [f"{tag.lower()} {tags[tag]}" for tag in ("Edition", "Board", "Options", "Detectives") if tag in tags]
        first += [f"server {self.promise}"] + self.numbers + deal + earlier
        first += [] if steps or earlier else result
        head, left, back, last = b"", list(steps), 0, ""
        for link, line in enumerate(self.heads):
            _, told, *words = line.split(None, 3)
            last = words[0] if words else ""
            if link == 0:
                text = first
            elif last == "back":
                text, back = [words[1]], back + 1
            elif last:
                text, back = [last], back - (last == "undo")
            else:
                need(left and back == 0, f"link {link} stands for nothing")
                text = [left.pop(0)]
                text += [] if left else result
            need(back >= 0 and last in ("", "back", "undo", "abandoned"), f"link {link} stands for nothing")
            salt = sha(bytes.fromhex(self.server), f"salt {link}")[:16]
            head = sha(head, sha(salt, "".join(line + "\n" for line in text)))
            need(head.hex() == told, f"link {link} does not fit: the record was changed")
        need(head and not left and back == 0, "a step has no link")
        return head.hex(), last == "abandoned"

    def signer(self, head):
        """The key that has signed the last head."""
        need(len(self.signature) == 1, "the record is not signed")
        _, key, signature = self.signature[0].split()
        text = f"fogbound head\n{self.table}\n{self.game}\n{len(self.heads) - 1}\n{head}\n"
        need(signed(bytes.fromhex(key), text, bytes.fromhex(signature)), "the signature is not by the key that is named")
        return key

def dealt(seed, kind, cards, deal, hunters):
    """What a seed deals."""
    pick, again = below(seed, "deal"), {}
    if kind == "pile":
        again = dict(zip(hunters + ["x"], ([card] for card in drawn(pick, cards["common"], len(hunters) + 1))))
    elif kind == "cards":
        again["x"] = drawn(pick, cards["fugitive"], 1)
    elif kind == "tiles":
        first = cards["tiles"][pick(len(cards["tiles"]))][0]
        again["tile" if "tile" in deal else "x"] = [first]
        if "crimes" in deal:
            again["crimes"] = drawn(pick, cards["crimes"], len(deal["crimes"]))
    if kind in ("cards", "tiles"):
        again.update(zip(hunters, ([card] for card in drawn(pick, cards["hunters"], len(hunters)))))
    return again

def verify(record, board, keys=None):
    lines = [line.strip() for line in record.splitlines() if line.strip() and not line.startswith("#")]
    # How it was played anew has no proofs.
    lines = list(itertools.takewhile(lambda line: not line.startswith("variation "), lines))
    tags = dict(re.fullmatch(r'\[(\S+) "(.*)"\]', line).groups() for line in lines if line.startswith("["))
    chain = Chain(lines)

    # What was played before the game came to this table, and what was published of it there.
    moved = [int(line.split()[1]) for line in lines if line.startswith("moved ")]
    old = [line[len("before "):] for line in lines if line.startswith("before ")]
    before = Chain(old) if old else None
    need(len(moved) <= 1 and (moved or not before), "a game moves once")

    # What was played, as far as it stands, and what was dealt.
    steps = [f"{round}. {item.strip()}" for round, items in re.findall(r"^(\d+)\. *(.*)$", "\n".join(lines), re.M)
             for item in items.split(";") if not item.strip().startswith("open ")]
    count = moved[0] if moved else 0
    need(count <= len(steps), "more steps were played elsewhere than there are")
    told = [line for line in lines if line.startswith("deal ")]
    words = [words.split() for line in told for words in line[5:].split(";")]
    deal = {word[0]: [int(number) for number in word[1:]] for word in words}
    hunters = [name for name in deal if name[0] in "db"]

    # The shuffle: the new one is for what was drawn since the game moved.
    seeds = [before and before.seed] * count + [chain.seed] * (len(steps) - count)
    seed = (before and before.seed) if moved else chain.seed
    kind, cards = START[tags["Edition"]], board["cards"]
    need(kind == "chosen" or not seed or dealt(seed, kind, cards, deal, hunters) == deal,
         "the deal is not the one that the numbers give")
    draws = [(index, *step.split()[1:]) for index, step in enumerate(steps) if step.split()[1] in ("ticket", "tile")]
    for number, (index, name, station) in enumerate(draws):
        placed = [int(step.split()[3]) for step in steps if " at " in step]
        left = ([at for at in cards["tickets"] if at not in placed] if name == "ticket"
                else [first for first, _ in cards["tiles"] if [first] != deal["tile"]])
        need(not seeds[index] or left[below(seeds[index], f"draw {number}")(len(left))] == int(station),
             "a draw is not the one that the numbers give")

    # The chains.
    earlier = [f"moved {count}"] if moved else []
    if before:
        last = before.check(tags, told, [], steps[:count], [])[0]
        earlier.append("before " + last)
        if before.signature:
            before.signer(last)
    result = [] if tags["Result"] == "*" else ["result " + tags["Result"]]
    head, abandoned = chain.check(tags, told, earlier + steps[:count], steps[count:], result)
    need(result or abandoned, "the chain stops before the end of the game")

    # The signature.
    key = chain.signer(head)
    need(keys is None or key in [known["key"] for known in keys["keys"]], "the key is not one of the server's")

if __name__ == "__main__":
    try:
        record, *data = [open(path, encoding="utf-8").read() for path in sys.argv[1:4]]
        verify(record, *map(json.loads, data))
        print("ok")
    except (Wrong, ValueError, KeyError, IndexError, AttributeError) as wrong:
        sys.exit(f"error: {wrong}")
