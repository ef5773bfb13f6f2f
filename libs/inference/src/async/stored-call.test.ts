import { randomBytes } from 'node:crypto';
import { SealError } from '@tollgate/catalog/sealing';
import { newUuid } from '@tollgate/runtime/ids';
import type { Caller } from '../caller/caller.ts';
import { openCall, sealCall } from './stored-call.ts';
import type { StoredCall } from './stored-call.ts';

const masterKey = { current: 'v1', keys: new Map([['v1', randomBytes(32)]]) };
const key = { id: newUuid(), expiresInMs: 60_000, modelAllowList: ['a'] };
const call: StoredCall = {
  body: { model: 'a', messages: [{ role: 'user', content: 'a secret — ünï' }] },
  caller: {
    key: key as Caller['key'],
    policy: {
      upliftBp: 5,
      upliftBpByModel: new Map([['m', 0]]),
      disabledModelIds: new Set(['n']),
    },
    mode: 'live',
  },
  pins: [
    {
      modelId: 'm',
      price: { id: 'p', prices: { input: 12_345_678_901_234_567_890n }, upliftBp: 5 },
      amount: 9_007_199_254_740_993n,
    },
  ],
  maxCredits: 1n,
  counted: [{ name: 'credits_per_day', key: 'k', kind: 'day', amount: 7, window: 20_000 }],
  sessionId: 'run-1',
  tag: 'shop',
};

test('a call comes out as it went in, and nothing of it can be read at rest', () => {
  const id = newUuid();
  const sealed = sealCall(masterKey, id, call);
  expect(sealed.box.toString('latin1')).not.toContain('secret');
  expect(openCall(masterKey, id, sealed)).toEqual(call);
});

test('a call does not open under the id of another operation', () => {
  const sealed = sealCall(masterKey, newUuid(), call);
  expect(() => openCall(masterKey, newUuid(), sealed)).toThrow(SealError);
});
