import { beforeEach, describe, expect, it } from 'vitest';

import { Mortal, mortalCoach } from '../testing/mortal';
import { Coach, isGone } from './coach';

beforeEach(() =>
  mortalCoach((question) => (question.call === 'fatal' ? 'dies' : { body: JSON.stringify(question.call) })),
);

/** Why something fails. */
const why = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => 'nothing',
    (error: unknown) => error,
  );

describe('the coach', () => {
  it('has another Worker when the one before has died, and who waited for that is told', async () => {
    const coach = new Coach();
    expect(await coach.ask({ call: 'day' })).toBe('day');
    const [fatal, waiting] = [why(coach.ask({ call: 'fatal' })), why(coach.ask({ call: 'puzzle' }))];
    expect([await fatal, await waiting].map(isGone)).toEqual([true, true]);
    expect(await coach.ask({ call: 'day' })).toBe('day');
    expect(Mortal.all.map(({ dead }) => dead)).toEqual([true, false]);
  });

  it('tells a new Worker what the questions are about', async () => {
    const coach = new Coach();
    await coach.tell({ call: 'puzzles', text: 'all' });
    Mortal.all[0]!.die();
    expect(await coach.ask({ call: 'puzzle', id: 'a' })).toBe('puzzle');
    expect(Mortal.all[1]!.heard.map(({ call }) => call)).toEqual(['puzzles', 'puzzle']);

    await coach.review('a game', () => {});
    Mortal.all[1]!.die();
    expect(await coach.ask({ call: 'choices', play: 1 })).toBe('choices');
    expect(Mortal.all[2]!.heard).toEqual([
      { call: 'review', record: 'a game' },
      { call: 'choices', play: 1 },
    ]);
  });

  it('fails at once what is asked after it was closed', async () => {
    const coach = new Coach();
    const waiting = why(coach.ask({ call: 'day' }));
    coach.close();
    expect([await waiting, await why(coach.ask({ call: 'day' }))].map(isGone)).toEqual([true, true]);
    expect(Mortal.all.length).toBe(1);
  });

  it('says that it is gone where no Worker can be started, or none comes to life', async () => {
    for (const starts of ['not', 'failing'] as const) {
      Mortal.starts = starts;
      expect(isGone(await why(new Coach().ask({ call: 'day' }))), starts).toBe(true);
    }
  });

  it('is not gone because something is refused', async () => {
    Mortal.wits = () => ({ refused: { code: 'bad_message', text: 'no' } });
    const error = await why(new Coach().ask({ call: 'day' }));
    expect(error).toMatchObject({ code: 'bad_message' });
    expect(isGone(error)).toBe(false);
  });
});
