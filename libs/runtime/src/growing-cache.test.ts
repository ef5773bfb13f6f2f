import { growingCache } from './growing-cache.ts';

test('what was unused for longest goes when there are too many entries', () => {
  const left: string[] = [];
  const cache = growingCache<string, number>(3, (_value, key) => void left.push(key));
  for (const [at, key] of ['a', 'b', 'c'].entries()) cache.set(key, at);
  cache.get('a');
  cache.set('d', 3);
  expect(left).toEqual(['b']);
  expect([...cache.keys()].toSorted()).toEqual(['a', 'c', 'd']);
});

test('an entry that is set anew counts once', () => {
  const cache = growingCache<string, number>(2);
  for (const value of [1, 2, 3]) cache.set('a', value);
  cache.set('b', 4);
  expect([...cache.entries()]).toEqual([
    ['b', 4],
    ['a', 3],
  ]);
});
