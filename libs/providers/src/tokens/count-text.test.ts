import { countText } from './count-text.ts';

test('texts of any length count alike, one after another', () => {
  const words = [10, 20_000, 150_000, 300_000, 10, 150_000];
  const counted = words.map((count) => countText(`${'word '.repeat(count)}end`, 3));
  expect(counted).toEqual(
    words.map((count) => ({ usual: count + 1, bound: count + 1, bytes: 5 * count + 3 })),
  );
});

test('what stands behind a shorter text is not counted with that text', () => {
  const alone = countText('end', 3);
  countText('letters'.repeat(100_000), 3);
  expect(countText('end', 3)).toEqual(alone);
});
