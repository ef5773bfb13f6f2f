import { withScopedIdentifiers } from './one-off-request.ts';

const scope = (chosen: string): string => `scoped ${chosen}`;

test.each(['prompt_cache_key', 'safety_identifier', 'user', 'user_id', 'session_id'])(
  '%s is put into the scope of the owner, and nothing beside it',
  (name) => {
    const body = { model: 'm', messages: [{ role: 'user', content: 'user' }], [name]: 'a' };
    expect(withScopedIdentifiers(body, scope)).toEqual({ ...body, [name]: 'scoped a' });
    expect(body[name]).toBe('a');
  },
);

test('the user of metadata is put into the scope, and its other members stay', () => {
  const body = { model: 'm', metadata: { user_id: 'a', more: 'b' } };
  expect(withScopedIdentifiers(body, scope)).toEqual({
    model: 'm',
    metadata: { user_id: 'scoped a', more: 'b' },
  });
});

test.each([
  ['a number', 7, 'scoped 7'],
  ['an empty text', '', 'scoped '],
])('%s is a name as well', (_what, given, sent) => {
  expect(withScopedIdentifiers({ user: given }, scope)).toEqual({ user: sent });
});

test.each([
  ['without a name', { model: 'm', user: null, metadata: { more: 'b' } }],
  ['that is no object', ['user']],
])('a body %s goes as it is', (_what, body) => {
  expect(withScopedIdentifiers(body, scope)).toEqual(body);
});

test('a credential with one user only has no scope', () => {
  const body = { user: 'a' };
  expect(withScopedIdentifiers(body, undefined)).toBe(body);
});
