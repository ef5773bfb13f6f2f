import { randomBytes } from 'node:crypto';
import type { GatewayError } from '@tollgate/contract/error-codes';
import type { ResponseDocument, ResponsesRequest } from '@tollgate/contract/responses';
import {
  createReasoningSeals,
  openReasoningItems,
  parseReasoningKey,
  sealReasoningItems,
} from './reasoning-seal.ts';
import type { ReasoningSeals } from './reasoning-seal.ts';

const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2026, 0, 1);
const keys = {
  v1: randomBytes(32).toString('base64'),
  v2: randomBytes(32).toString('base64'),
};
const FOR = { userId: 'alice', models: ['alias', 'demo/model'] };
const BY = { userId: 'alice', model: 'demo/model' };

const sealsOf = (ring: object, nowMs = START_MS): ReasoningSeals =>
  createReasoningSeals(parseReasoningKey(JSON.stringify(ring)), () => nowMs);
const first = sealsOf({ current: 'v1', keys: { v1: keys.v1 } });

test('what is sealed comes back byte for byte, under each name of its model', async () => {
  const data = '{"v":1,"reasoning":"ü \\u0000 \\ud83d\\ude00"}\n';
  const sealed = await first.seal(data, FOR);
  expect(await first.open(sealed, BY)).toBe(data);
  expect(await first.open(sealed, { ...BY, model: 'alias' })).toBe(data);
  expect(sealed).not.toContain(Buffer.from('reasoning').toString('base64url'));
});

test('C31 it opens for nobody else, for no other model, and not when a byte was changed', async () => {
  const sealed = await first.seal('data', FOR);
  expect(await first.open(sealed, { ...BY, userId: 'mallory' })).toBeNull();
  expect(await first.open(sealed, { ...BY, model: 'demo/other' })).toBeNull();
  const parts = sealed.split('.');
  for (const [at, part] of parts.entries()) {
    const bent = parts.with(at, part.startsWith('A') ? `B${part.slice(1)}` : `A${part.slice(1)}`);
    expect(await first.open(bent.join('.'), BY)).toBeNull();
  }
});

test.each(['', 'x', 'a.b.c', 'e30.....', Buffer.from('{"v":1}').toString('base64url')])(
  'C31 what was never sealed is refused: %j',
  async (text) => {
    expect(await first.open(text, BY)).toBeNull();
  },
);

test('C31 an unsecured or foreign token is refused, whatever key it names', async () => {
  const header = (fields: object): string =>
    Buffer.from(JSON.stringify(fields)).toString('base64url');
  const inside = Buffer.from(JSON.stringify({ user: 'alice', models: ['demo/model'], data: 'x' }));
  for (const fields of [
    { alg: 'none', kid: 'v1' },
    { alg: 'dir', enc: 'none', kid: 'v1' },
    { alg: 'dir', enc: 'A256GCM', kid: '__proto__' },
    { alg: 'PBES2-HS256+A128KW', enc: 'A256GCM', kid: 'v1', p2c: 1_000_000, p2s: 'x' },
  ]) {
    const token = `${header(fields)}..AAAA.${inside.toString('base64url')}.AAAA`;
    expect(await first.open(token, BY)).toBeNull();
  }
});

test('a retired key opens for 30 days more, and a key that is gone does not', async () => {
  const sealed = await first.seal('data', FOR);
  const ring = { current: 'v2', keys, retired: { v1: new Date(START_MS).toISOString() } };
  expect(await sealsOf(ring, START_MS + 30 * DAY_MS).open(sealed, BY)).toBe('data');
  expect(await sealsOf(ring, START_MS + 30 * DAY_MS + 1).open(sealed, BY)).toBeNull();
  const { v2 } = keys;
  expect(await sealsOf({ current: 'v2', keys: { v2 } }).open(sealed, BY)).toBeNull();
  const known = sealsOf({ current: 'v1', keys });
  expect(await known.open(await sealsOf(ring).seal('new', FOR), BY)).toBe('new');
});

test.each(['{', '{"current":"v1"}', '{"current":"v1","keys":{"v1":"AAAA"}}'])(
  'a ring that is none is refused without its value: %s',
  (json) => expect(() => parseReasoningKey(json)).toThrow(/^REASONING_KEY/),
);

test('items of a document are sealed, and of a request opened; a strange one is named', async () => {
  const item = {
    id: 'rs_1',
    type: 'reasoning',
    summary: [],
    content: [],
    encrypted_content: 'data',
  };
  const document = { output: [item] } as unknown as ResponseDocument;
  const sealed = await sealReasoningItems(first, document, FOR);
  const input = [{ role: 'user', content: 'hi' }, sealed.output[0]];
  const request = { model: 'alias', input } as ResponsesRequest;
  const opened = await openReasoningItems(first, request, 'alice');
  expect(opened.input[1]).toEqual(item);
  const refusal = await openReasoningItems(first, request, 'mallory').catch(
    (error: unknown) => error,
  );
  expect(refusal as GatewayError).toMatchObject({
    code: 'invalid_request',
    param: 'input[1].encrypted_content',
  });
});
