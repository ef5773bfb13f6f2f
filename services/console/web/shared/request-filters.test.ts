import { readRecordSearch, recordQuery } from './request-filters.ts';

const NOW = Date.parse('2026-11-27T12:00:00Z');

test('an address is read as far as it means something, also where a router has read the values', () => {
  expect(readRecordSearch({ last: '24h', stream: true, alias: 'fast', tag: 7, other: 1 })).toEqual({
    last: '24h',
    stream: 'true',
    alias: 'fast',
    tag: '7',
  });
  expect(readRecordSearch({ last: 'toString', stream: 'maybe', error_code: '' })).toEqual({});
});

test('the last hours become a moment; a range that somebody names counts instead', () => {
  expect(recordQuery({ last: '24h' }, NOW)).toEqual({ date_from: '2026-11-26T12:00:00.000Z' });
  expect(recordQuery({ last: '24h', date_to: '2026-11-01T00:00:00Z' }, NOW)).toEqual({
    date_to: '2026-11-01T00:00:00Z',
  });
  expect(recordQuery({ stream: 'false', error_code: 'not_found' }, NOW)).toEqual({
    stream: false,
    error_code: 'not_found',
  });
});
