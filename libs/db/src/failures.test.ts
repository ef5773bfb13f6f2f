import { isUnavailable } from './failures.ts';

const withCode = (code: string): Error => Object.assign(new Error('no'), { code });

test.each([
  new Error('Connection terminated'),
  new Error('Connection terminated unexpectedly'),
  new Error('Client has encountered a connection error and is not queryable'),
  new Error('Client was closed and is not queryable'),
  new Error('Query read timeout'),
  withCode('25P03'),
  withCode('57P01'),
  withCode('57P05'),
  withCode('ECONNRESET'),
])('%s: the database is away', (error) => {
  expect(isUnavailable(error)).toBe(true);
});

test.each([new Error('no such column'), withCode('23505'), withCode('42703'), null])(
  '%s: it is there',
  (error) => {
    expect(isUnavailable(error)).toBe(false);
  },
);
