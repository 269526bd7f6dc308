import { expect, test } from 'vitest';

import { gameFace, sceneOf } from '../testing/fixtures';
import { ownNotes, plannedMoves, teamNotes } from './noteMarks';

test('marks of the team and own ones are told apart', () => {
  const game = gameFace({ marks: [{ station: 5, sign: 'here', guest: 2 }] });
  expect(teamNotes(sceneOf(game), game)).toMatchObject([{ kind: 'note', station: 5, sign: 'here', own: false }]);
  expect(ownNotes(new Map([[6, 'watch']]))).toMatchObject([{ kind: 'note', station: 6, sign: 'watch', own: true }]);
});

test('a planned move begins where its hunter stands and has the look of the hunter', () => {
  const game = gameFace({ plans: [{ hunter: 'd2', to: 9, guest: 2 }] });
  expect(plannedMoves(sceneOf(game), game)).toMatchObject([
    { kind: 'plan', from: 4, station: 9, look: { figure: 'detective', colour: 1 } },
  ]);
});
