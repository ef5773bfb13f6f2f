import { BASE_TIMERS_MS, scaleTimers } from './timers.ts';

test('scale 1 changes nothing', () => expect(scaleTimers(1)).toEqual(BASE_TIMERS_MS));

test('one factor shortens the states, not what real work takes', () => {
  const timers = scaleTimers(0.05);
  expect(timers.lease).toBe(1_500);
  expect(timers.billingCall).toBe(1_000);
  expect(timers.changePoll).toBe(BASE_TIMERS_MS.changePoll);
});
