import { readMoment } from './moments.ts';

describe('readMoment', () => {
  test.each([
    ['2026-05-03T12:00:00Z', '2026-05-03T12:00:00.000Z'],
    ['2026-05-03T12:00:00+23:59', '2026-05-02T12:01:00.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ])('%s is read in UTC', (text, utc) => {
    expect(readMoment(text)).toBe(utc);
  });

  test.each(['9999-12-31T23:59:59-00:01', '2026-06-30T23:59:60Z', 'tomorrow', ''])(
    '"%s" names no moment',
    (text) => {
      expect(readMoment(text)).toBeNull();
    },
  );
});
