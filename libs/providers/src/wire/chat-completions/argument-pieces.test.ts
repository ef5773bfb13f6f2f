import { ArgumentPieces } from './call-ids.ts';

describe('pieces of arguments', () => {
  test('that say nothing in the end are an object without members', () => {
    const pieces = new ArgumentPieces();
    expect([' ', 'nu', 'll', ' '].map((piece) => pieces.push(piece)).join('')).toBe('');
    expect(pieces.end()).toBe('{}');
  });

  test('that are blanks without end are not all held back', () => {
    const pieces = new ArgumentPieces();
    const sent = Array.from({ length: 2_000 }, () => pieces.push(' ')).join('');
    expect(sent).toHaveLength(2_000);
    expect(pieces.push('{"a":1}')).toBe('{"a":1}');
  });
});
