import {
  countDays,
  daysBefore,
  isReportable,
  isTimeZone,
  lastDates,
  localDays,
  localStarts,
} from './local-steps.ts';

const isoOf = (range: ReturnType<typeof localDays>) => ({
  from: range.from.toISOString(),
  until: range.until.toISOString(),
  hours: range.starts.map(
    (start, at) => ((range.starts[at + 1] ?? range.until).getTime() - start.getTime()) / 3_600_000,
  ),
});

test.each([
  ['UTC', '2026-10-24T00:00:00.000Z', '2026-10-27T00:00:00.000Z', [24, 24, 24]],
  ['Europe/Berlin', '2026-10-23T22:00:00.000Z', '2026-10-26T23:00:00.000Z', [24, 25, 24]],
  ['Asia/Kolkata', '2026-10-23T19:00:00.000Z', '2026-10-26T19:00:00.000Z', [24, 24, 24]],
  ['Pacific/Kiritimati', '2026-10-23T10:00:00.000Z', '2026-10-26T10:00:00.000Z', [24, 24, 24]],
  ['Pacific/Niue', '2026-10-24T11:00:00.000Z', '2026-10-27T11:00:00.000Z', [24, 24, 24]],
])('three days in %s', (zone, from, until, hours) => {
  const range = localDays({ from: '2026-10-24', to: '2026-10-26' }, zone);
  expect(isoOf(range)).toEqual({ from, until, hours });
});

test('a day that begins at one in the morning begins at its first moment', () => {
  const range = localDays({ from: '2026-09-06', to: '2026-09-06' }, 'America/Santiago');
  expect(isoOf(range)).toEqual({
    from: '2026-09-06T04:00:00.000Z',
    until: '2026-09-07T03:00:00.000Z',
    hours: [23],
  });
});

test('the last days end with today, where the reader is', () => {
  const now = new Date('2026-12-31T23:30:00Z');
  expect(lastDates(2, { now, timeZone: 'UTC' })).toEqual({ from: '2026-12-30', to: '2026-12-31' });
  expect(lastDates(1, { now, timeZone: 'Asia/Tokyo' })).toEqual({
    from: '2027-01-01',
    to: '2027-01-01',
  });
  expect(countDays({ from: '2026-12-30', to: '2027-01-01' })).toBe(3);
});

test.each(['Mars/Olympus', '', 'UTC; drop table', 'x'.repeat(5_000)])('%j is no zone', (name) => {
  expect(isTimeZone(name)).toBe(false);
});

test('as many days lie before a range as in it', () => {
  const range = { from: '2026-03-01', to: '2026-03-03' };
  expect(daysBefore(range)).toEqual({ from: '2026-02-26', to: '2026-02-28' });
});

test('a range of hours begins a step where it begins, and where each of its days does', () => {
  const range = { from: new Date('2026-10-24T20:00:00Z'), until: new Date('2026-10-26T00:00:00Z') };
  expect(localStarts(range, 'Europe/Berlin').map((start) => start.toISOString())).toEqual([
    '2026-10-24T20:00:00.000Z',
    '2026-10-24T22:00:00.000Z',
    '2026-10-25T23:00:00.000Z',
  ]);
});

test.each([
  ['2026-10-24T20:00:00Z', true],
  ['1969-12-31T23:00:00Z', false],
  ['0001-01-01T00:00:00+10:00', false],
  ['9999-12-31T23:00:00-10:00', false],
])('whether reports may name %s: %s', (moment, is) => {
  expect(isReportable(new Date(moment))).toBe(is);
});
