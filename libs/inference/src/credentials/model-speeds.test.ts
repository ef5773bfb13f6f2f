import { createModelSpeeds } from './model-speeds.ts';

const FIVE_MINUTES_MS = 300_000;

describe('how soon a model begins to answer', () => {
  test('is unknown before a call, and again when the last one is long ago', () => {
    let nowMs = 0;
    const speeds = createModelSpeeds(() => nowMs);
    expect(speeds.speedOf('m')).toBeNull();
    speeds.answered('m', 'a', 250);
    expect(speeds.speedOf('m')).toBe(250);
    nowMs = FIVE_MINUTES_MS;
    expect(speeds.speedOf('m')).toBeNull();
  });

  test('is what most owners see, however many calls one of them makes', () => {
    const speeds = createModelSpeeds(() => 0);
    for (const owner of ['a', 'b', 'c']) speeds.answered('m', owner, 100);
    for (let call = 0; call < 1_000; call += 1) speeds.answered('m', 'loud', 60_000);
    expect(speeds.speedOf('m')).toBe(100);
  });
});
