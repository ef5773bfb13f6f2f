import { foundIn, linksIn, requestOf } from './palette-items.ts';

const PAGES = ['Requests', 'Users', 'Webhooks', 'Audit'].map((label) => ({
  to: `/${label.toLowerCase()}`,
  label,
}));
const labelsOf = (typed: string): string[] => foundIn(PAGES, typed).map(({ label }) => label);

test('items are found by any part of their name, those that begin with it first', () => {
  expect(labelsOf('U')).toEqual(['Users', 'Requests', 'Audit']);
  expect(labelsOf('hook WEB')).toEqual(['Webhooks']);
  expect(labelsOf('nothing')).toEqual([]);
  expect(labelsOf('')).toHaveLength(PAGES.length);
});

test('a pasted id of a request leads to it, another text does not', () => {
  const id = 'req_01kb2v5n3qe8x9y7z6w5v4u3t2';
  expect(requestOf(id)[0]?.items).toEqual([{ to: `/requests/${id}`, label: id }]);
  expect(requestOf('req_1')).toEqual([]);
});

test('pages of the documentation are read from its list', () => {
  const text = '# Docs\n- [Keys](https://x.example/docs/keys.md): limits\n- [API](/api/docs)\n';
  expect(linksIn(text)).toEqual([{ label: 'Keys', to: '/docs/keys' }]);
});
