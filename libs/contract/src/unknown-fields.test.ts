import { fieldsLeftOut, ignoredHeader } from './unknown-fields.ts';

describe('the header of what was left out', () => {
  test('is absent when nothing was', () => {
    expect(ignoredHeader([])).toBeNull();
  });

  test('names the first path of each kind before others of its kind, and each once', () => {
    const paths = ['messages[0].name', 'messages[1].name', 'user', 'user'];
    expect(ignoredHeader(paths)).toBe('messages[0].name, user, messages[1].name');
  });

  test('is bounded, and says how many paths it has no room for', () => {
    const paths = Array.from({ length: 2_000 }, (_, at) => `messages[${at}].name`);
    const text = ignoredHeader(paths) ?? '';
    expect(text.length).toBeLessThanOrEqual(1_000);
    const [, rest = ''] = /, (\d+) more$/u.exec(text) ?? [];
    expect(text.split(', ').length - 1 + Number(rest)).toBe(2_000);
  });

  test('holds nothing that ends a header or a path, whatever callers call their fields', () => {
    expect(ignoredHeader(['a\r\nset-cookie: x', 'b,c', 'ü'.repeat(500)])).toBe(
      `a??set-cookie??x, b?c, ${'?'.repeat(120)}`,
    );
  });
});

test('members that carry a value and are absent from what was sent are found at every depth', () => {
  const asked = {
    model: 'm',
    user: 'u',
    seed: null,
    tools: [],
    messages: [{ role: 'user', content: [{ type: 'text', text: 'x', mark: { a: 1 } }], id: '7' }],
  };
  const sent = { messages: [{ role: 'user', content: [{ type: 'text', text: 'y' }] }], model: 'm' };
  expect(fieldsLeftOut(asked, sent)).toEqual([
    'user',
    'messages[0].content[0].mark',
    'messages[0].id',
  ]);
  expect(fieldsLeftOut(asked, asked)).toEqual([]);
});
