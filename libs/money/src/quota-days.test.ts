import { isPlainUtc, quotaWindowsAt, withQuotaZone } from './quota-days.ts';
import type { QuotaDays } from './quota-days.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const UTC: QuotaDays = { zone: 'UTC' };
const at = (text: string): number => Date.parse(text);
const shown = (days: QuotaDays, now: string) => {
  const { day, month } = quotaWindowsAt(days, at(now));
  const text = (ms: number): string => new Date(ms).toISOString().slice(0, 16);
  return [text(day.startMs), text(day.endMs), text(month.startMs), text(month.endMs)];
};

describe('days and months of quotas', () => {
  test.each([
    [
      'UTC',
      '2026-11-28T01:00Z',
      '2026-11-28T00:00',
      '2026-11-29T00:00',
      '2026-11-01T00:00',
      '2026-12-01T00:00',
    ],
    [
      'Asia/Tokyo',
      '2026-11-30T20:00Z',
      '2026-11-30T15:00',
      '2026-12-01T15:00',
      '2026-11-30T15:00',
      '2026-12-31T15:00',
    ],
    [
      'Asia/Kathmandu',
      '2026-11-28T18:20Z',
      '2026-11-28T18:15',
      '2026-11-29T18:15',
      '2026-10-31T18:15',
      '2026-11-30T18:15',
    ],
    [
      'Pacific/Kiritimati',
      '2026-11-28T09:59Z',
      '2026-11-27T10:00',
      '2026-11-28T10:00',
      '2026-10-31T10:00',
      '2026-11-30T10:00',
    ],
    // A day of 23 hours, and one of 25.
    [
      'Europe/Berlin',
      '2026-03-29T12:00Z',
      '2026-03-28T23:00',
      '2026-03-29T22:00',
      '2026-02-28T23:00',
      '2026-03-31T22:00',
    ],
    [
      'Europe/Berlin',
      '2026-10-25T12:00Z',
      '2026-10-24T22:00',
      '2026-10-25T23:00',
      '2026-09-30T22:00',
      '2026-10-31T23:00',
    ],
    // Clocks are put forward at midnight: the day begins at one o'clock.
    [
      'America/Santiago',
      '2026-09-06T12:00Z',
      '2026-09-06T04:00',
      '2026-09-07T03:00',
      '2026-09-01T04:00',
      '2026-10-01T03:00',
    ],
  ])('in %s at %s', (zone, now, ...wanted) => {
    expect(shown({ zone }, now)).toEqual(wanted);
  });

  test('in UTC have the numbers that they always had, and follow one another', () => {
    const now = at('2026-12-31T23:59:50Z');
    const { day, month } = quotaWindowsAt(UTC, now);
    const today = Math.floor(now / DAY_MS);
    expect([day.number, day.next.number]).toEqual([today, today + 1]);
    expect([month.number, month.next.number]).toEqual([2026 * 12 + 11, 2027 * 12]);
    const next = quotaWindowsAt(UTC, day.endMs);
    expect(next.day).toMatchObject({ number: day.next.number, endMs: day.next.endMs });
    expect(next.month).toMatchObject({ number: month.next.number, endMs: month.next.endMs });
  });

  test('are plain where nothing was ever changed', () => {
    expect([UTC, { zone: 'UTC', change: null }, { zone: 'Asia/Tokyo' }].map(isPlainUtc)).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('a change of the zone', () => {
  test.each([
    ['Pacific/Kiritimati', '2026-11-27T23:00Z', '2026-11-27T00:00', '2026-11-28T10:00'],
    ['Pacific/Kiritimati', '2026-11-27T01:00Z', '2026-11-27T00:00', '2026-11-28T10:00'],
    ['Etc/GMT+12', '2026-11-27T23:00Z', '2026-11-27T00:00', '2026-11-28T12:00'],
    ['Europe/London', '2026-11-27T23:00Z', '2026-11-27T00:00', '2026-11-28T00:00'],
  ])('to %s at %s lets the day of now run until the new midnight', (zone, now, from, until) => {
    const days = withQuotaZone(UTC, zone, at(now));
    expect(shown(days, now).slice(0, 2)).toEqual([from, until]);
    const [next] = shown(days, `${until}Z`);
    expect(next).toBe(until);
  });

  test('of the month ends it with the day, and a month in progress goes on', () => {
    const west = withQuotaZone(UTC, 'Etc/GMT+12', at('2026-11-30T23:00Z'));
    expect(shown(west, '2026-11-30T23:30Z').slice(2)).toEqual([
      '2026-11-01T00:00',
      '2026-12-01T12:00',
    ]);
    const middle = withQuotaZone(UTC, 'Asia/Tokyo', at('2026-11-10T23:00Z'));
    expect(shown(middle, '2026-11-10T23:30Z').slice(2)).toEqual([
      '2026-11-01T00:00',
      '2026-11-30T15:00',
    ]);
  });

  test('that is taken back before midnight changes nothing', () => {
    const there = withQuotaZone(UTC, 'Asia/Tokyo', at('2026-11-27T10:00Z'));
    expect(withQuotaZone(there, 'UTC', at('2026-11-27T11:00Z'))).toEqual({
      zone: 'UTC',
      change: null,
    });
  });

  test('however often, grants no second quota of a day or a month', () => {
    const zones = [
      'UTC',
      'Pacific/Kiritimati',
      'Etc/GMT+12',
      'Asia/Kathmandu',
      'America/Santiago',
      'Europe/Berlin',
    ];
    // A simple generator of Lehmer's; a failure names its seed by the title's turn.
    for (let seed = 1; seed <= 3; seed += 1) {
      let state = seed * 7_919;
      const random = (below: number): number => {
        state = (state * 48_271) % 2_147_483_647;
        return state % below;
      };
      let days: QuotaDays = UTC;
      const starts = new Map<number, number>();
      const months = new Map<number, number>();
      let last = { day: 0, month: 0 };
      const begin = at('2026-03-10T00:00Z');
      for (let now = begin; now < begin + 30 * DAY_MS; now += HOUR_MS) {
        if (random(5) === 0) days = withQuotaZone(days, zones[random(zones.length)] ?? 'UTC', now);
        const { day, month } = quotaWindowsAt(days, now);
        expect(now).toBeLessThan(day.endMs);
        expect(day.startMs).toBeLessThanOrEqual(now);
        if (day.number !== last.day) starts.set(day.number, now);
        if (month.number !== last.month) months.set(month.number, now);
        expect(month.number).toBeGreaterThanOrEqual(last.month);
        last = { day: day.number, month: month.number };
      }
      const begun = [...starts.values()];
      const gaps = begun.slice(1).map((moment, index) => moment - (begun[index] ?? 0));
      // Berlin and Santiago have days of 23 hours; looks are an hour apart.
      expect([seed, Math.min(...gaps) >= 22 * HOUR_MS]).toEqual([seed, true]);
      expect(months.size).toBeLessThanOrEqual(3);
    }
  });
});
