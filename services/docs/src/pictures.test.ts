import { pageOfPicture, withoutPictures } from './pictures.ts';

test('a text is shown without its pictures, and otherwise as it was', () => {
  const text =
    '# A\n\nOne.\n\n![What is seen](../pictures/first-hour-setup.webp)\n\n## B\n\nTwo.\n';
  expect(withoutPictures(text)).toBe('# A\n\nOne.\n\n## B\n\nTwo.\n');
  const code = '![not a picture of ours](https://example.com/a.webp)\n';
  expect(withoutPictures(code)).toBe(code);
});

test('a picture has the name of its page, also where that has hyphens', () => {
  expect(pageOfPicture('first-hour-setup.webp')).toBe('first-hour');
  expect(pageOfPicture('console-keys.webp')).toBe('console');
  for (const other of ['setup.webp', 'first-hour-setup.png', '../a-b.webp', 'favicon.svg']) {
    expect(pageOfPicture(other)).toBeUndefined();
  }
});
