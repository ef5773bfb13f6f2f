import { createKnownWords, SERIES_MAX } from './metrics.ts';

describe('words of strangers', () => {
  test('are kept until their group is full, and further ones count together', () => {
    const words = createKnownWords(2);
    const of = (word: string): string => words.of('a model', word);
    expect(['one', 'two', 'three', 'one', 'four', 'two'].map(of)).toEqual([
      'one',
      'two',
      'other',
      'one',
      'other',
      'two',
    ]);
  });

  test('do not use up the room of another group', () => {
    const words = createKnownWords(1);
    for (let made = 0; made < 100; made += 1) words.of('a hostile model', `made-up-${made}`);
    expect(words.of('an honest model', 'its-name')).toBe('its-name');
  });

  test('are not kept for ever more groups', () => {
    const words = createKnownWords(1);
    for (let group = 0; group < SERIES_MAX; group += 1) words.of(`model ${group}`, 'name');
    expect(words.of('one model too many', 'name')).toBe('other');
    expect(words.of('model 0', 'name')).toBe('name');
  });
});
