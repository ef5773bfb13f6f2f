import { axisTime, duration, relativeTime } from './times.ts';

test('a duration is shown in the unit that says most, without decimals that say nothing', () => {
  const shown = [null, 0, 412, 1_412, 2_000, 12_000, 12_340, 150_000, 3 * 3_600_000].map(duration);
  expect(shown).toEqual([
    '—',
    '0 ms',
    '412 ms',
    '1,412 ms',
    '2 s',
    '12 s',
    '12.3 s',
    '3 min',
    '3 h',
  ]);
});

test('the axis of a chart names days in its own zone, and hours but where a day begins', () => {
  const text = axisTime('Asia/Kolkata');
  const midnight = new Date('2026-03-01T18:30:00Z');
  const later = new Date('2026-03-02T01:30:00Z');
  expect([text(midnight, true), text(midnight, false), text(later, false)]).toEqual([
    'Mar 2',
    'Mar 2',
    '07:00',
  ]);
});

test('a near moment is told as the time from now, a far one is not', () => {
  const now = Date.parse('2026-03-02T12:00:00Z');
  const shown = [
    '2026-03-02T11:59:48Z',
    '2026-03-02T11:57:00Z',
    '2026-03-02T15:00:00Z',
    '2026-03-01T12:00:00Z',
  ].map((at) => relativeTime(at, now));
  expect(shown).toEqual(['12 sec. ago', '3 min. ago', 'in 3 hr.', null]);
});
