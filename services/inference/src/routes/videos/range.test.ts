import { rangeIn } from './range.ts';

test.each([
  [undefined, null],
  ['', null],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=99-', { start: 99, end: 99 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=10-1000', { start: 10, end: 99 }],
  ['bytes=-1', { start: 99, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=-0', 'beyond'],
  ['bytes=100-', 'beyond'],
  ['bytes=999999999999999-', 'beyond'],
  ['bytes=9999999999999999999-', null],
  ['bytes=20-10', null],
  ['bytes=0-1,5-6', null],
  ['bytes=-', null],
  ['bytes=a-b', null],
  ['items=0-1', null],
  ['bytes=0x1-2', null],
  ['bytes= 1-2', null],
])('%j of 100 bytes is %j', (header, expected) => {
  expect(rangeIn(header, 100)).toEqual(expected);
});
