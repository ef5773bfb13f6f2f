import { axisTime, duration } from './times.ts';

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
