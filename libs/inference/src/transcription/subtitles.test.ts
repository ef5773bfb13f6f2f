import { plainOf } from './subtitles.ts';

const STRETCHES = [
  { start: 0, end: 1.5, text: ' One.' },
  { start: 3_661.25, end: 3_662, text: ' Two --> three.' },
];

test('SubRip numbers its cues, and has a comma before milliseconds', () => {
  expect(plainOf('srt', 'x', STRETCHES)).toBe(
    '1\n00:00:00,000 --> 00:00:01,500\nOne.\n\n2\n01:01:01,250 --> 01:01:02,000\nTwo -> three.\n\n',
  );
});

test('WebVTT has a head, and a point before milliseconds', () => {
  expect(plainOf('vtt', 'x', STRETCHES)).toBe(
    'WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nOne.\n\n01:01:01.250 --> 01:01:02.000\nTwo -> three.\n\n',
  );
  expect(plainOf('vtt', 'x', [])).toBe('WEBVTT\n\n');
});

test('a text ends with its line', () => {
  expect(plainOf('text', 'One.', STRETCHES)).toBe('One.\n');
});
