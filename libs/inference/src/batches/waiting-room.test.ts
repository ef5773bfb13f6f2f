import { takeRoom, WAITING_MAX } from './waiting-room.ts';

const nothing = { jobs: 0, lines: 0, bytes: 0, tokens: 0 };

test('an account has so many lines, bytes and tokens waiting at a provider, and no more', () => {
  for (const name of ['jobs', 'lines', 'bytes', 'tokens'] as const) {
    const waiting = { ...nothing, lines: 1, [name]: WAITING_MAX[name] };
    expect([name, takeRoom(waiting, { bytes: 1, tokens: 1 })]).toEqual([name, false]);
    expect(waiting[name]).toBe(WAITING_MAX[name]);
  }
});

test('a line is counted, and one that is larger than all may be goes alone', () => {
  const waiting = { ...nothing };
  const large = { bytes: 10, tokens: WAITING_MAX.tokens + 1 };
  expect(takeRoom(waiting, large)).toBe(true);
  expect(waiting).toEqual({ jobs: 0, lines: 1, ...large });
  expect(takeRoom(waiting, { bytes: 1, tokens: 1 })).toBe(false);
});
