import { describe, expect, it } from 'vitest';

import { accuracyOf, type Judgement } from './report';

const judged = (cost: number, stake: number, more: Partial<Judgement> = {}): { judgement: Judgement } => ({
  judgement: { class: 'good', cost, stake, noise: 0, choices: 3, accuracy: 100 * 2 ** (-cost / 0.1), ...more },
});

describe('the accuracy of somebody', () => {
  it('is a mean in which decisions weigh by what there was to decide', () => {
    expect(accuracyOf([])).toBeNull();
    expect(accuracyOf([judged(0.4, 0, { class: 'forced' })])).toBeNull();
    expect(accuracyOf([judged(0, 0, { class: 'conceded' })])).toBeNull();
    expect(accuracyOf([judged(0, 0.1), judged(0.1, 0.1)])).toBeCloseTo(75);
    // A decision weighs at least what it cost.
    expect(accuracyOf([judged(0, 0.1), judged(0.2, 0.05)])).toBeCloseTo((0.1 * 100 + 0.2 * 25) / 0.3);
    expect(accuracyOf([judged(0, 0), judged(0, 0.2)])).toBeCloseTo(100);
  });
});
