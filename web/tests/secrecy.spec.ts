// Nothing in a hunter's page tells where he is: searched for under any name, in all that the page has.
import { decide, dice, frames, friends } from './play';
import { documentNumbers, type Found, heardNumbers, kept, memory, telling } from './secrets';
import { expect, test } from './server';

// A page may keep files, and nothing else.
test.use({ serviceWorkers: 'allow' });

interface Moment {
  station: number;
  page: Found;
  memory: Found;
  heard: Found;
}

test("nothing in a hunter's page tells where he is", async ({ page: host, guest }) => {
  const [his, theirs] = [frames(host), frames(guest)];
  await friends(host, guest, 'modern');
  const sessions = await Promise.all([host.context().newCDPSession(host), guest.context().newCDPSession(guest)]);
  const roll = dice(23);

  // Moments at which he is out of sight, each with his station: his own page is the control.
  const own: Moment[] = [];
  const hunters: Moment[] = [];
  while (hunters.length < 4) {
    // A game that ends before is followed by another one.
    if ((await host.locator('.end').count()) + (await guest.locator('.end').count()) > 0)
      await friends(host, guest, 'modern');
    const [heardOwn, heardTheirs] = [his.length, theirs.length];
    while ((await host.locator('.game').getAttribute('data-turn')) === 'fugitive') await decide(host, roll);
    await guest.locator('.game[data-mine=true]').or(guest.locator('.end')).first().waitFor();
    if ((await guest.locator('.end').count()) > 0) continue;
    const last = JSON.parse(his.filter((frame) => frame.includes('"own":')).at(-1)!) as {
      scene: { game: { own: { at: number }; log: { at: number | null }[] } };
    };
    const { game } = last.scene;
    if (game.log.at(-1)?.at === null) {
      const station = game.own.at;
      const [mine, others] = [await memory(sessions[0]), await memory(sessions[1])];
      own.push({
        station,
        page: await documentNumbers(host),
        memory: mine.numbers,
        heard: heardNumbers(his.slice(heardOwn)),
      });
      hunters.push({
        station,
        page: await documentNumbers(guest),
        memory: others.numbers,
        heard: heardNumbers(theirs.slice(heardTheirs)),
      });
      expect(others.strings.filter((text) => /"(own|private)":\{/.test(text))).toEqual([]);
      expect(mine.strings.some((text) => text === 'own')).toBe(true);
    }
    while ((await guest.locator('.game').getAttribute('data-turn')) === 'hunters') await decide(guest, roll);
  }

  const told = (moments: Moment[], what: 'page' | 'memory' | 'heard') =>
    telling(moments.map((moment) => ({ station: moment.station, found: moment[what] })));
  // The search finds him where he may be found.
  expect(told(own, 'heard')).toContain('.scene.game.own.at');
  expect(told(own, 'memory')).toContain('own.at');
  expect(told(own, 'page').length).toBeGreaterThan(0);
  // And nowhere else.
  expect(told(hunters, 'heard')).toEqual([]);
  expect(told(hunters, 'memory')).toEqual([]);
  expect(told(hunters, 'page')).toEqual([]);
  for (const frame of theirs.filter((frame) => !frame.includes('"event":"ended"'))) {
    expect(frame).not.toContain('"own":');
    expect(frame).not.toContain('"private":');
  }
  // Files of the page have names of their own.
  const stored = (await kept(guest)).replaceAll(/"\/assets\/[^"]*"/g, '""');
  expect(stored).not.toMatch(/own|private|route/);
  // Boards are the same for everybody.
  expect(stored.replaceAll('/api/boards/', '')).not.toContain('/api/');
});
