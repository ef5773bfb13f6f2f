import type { RequestContract } from '@tollgate/contract/request-contract';
import { intersectContracts } from './alias-contract.ts';
import { contractInForce, pricesInForce } from './prices-in-force.ts';

const HEARD = { parameters: { prompt: { supported: true } }, audio_seconds: 60 };
const CHAT: RequestContract = {
  revision: 'r',
  source: 'published',
  capability: 'chat',
  parameters: { stream: { supported: true } },
  limits: { context_tokens: 100, output_tokens: 50 },
  dimensions: ['input', 'output'],
};
const PRICES = { input: '1', output: '4' };
const HEARING = { ...PRICES, audio_input: '6' };

test('a price for audio admits a chat model to audio where it hears, and nothing else does', () => {
  const hearer = { contract: CHAT, draft: { parameters: {}, transcription: HEARD } };
  const admitted = contractInForce(hearer, HEARING);
  expect(admitted).toMatchObject({ ...CHAT, revision: expect.any(String), transcription: HEARD });
  expect(admitted.revision).not.toBe(CHAT.revision);
  expect(contractInForce(hearer, PRICES)).toBe(CHAT);
  expect(contractInForce({ ...hearer, draft: { parameters: {} } }, HEARING)).toBe(CHAT);
  expect(pricesInForce(HEARING, admitted).audio_input).toBe(6n);
  expect(pricesInForce(HEARING, CHAT).audio_input).toBeUndefined();
});

test('an alias hears what all of its models hear', () => {
  const far = { ...CHAT, transcription: { ...HEARD, audio_seconds: 90 } };
  const near = { ...CHAT, transcription: { parameters: {}, audio_seconds: 60 } };
  expect(intersectContracts([far, near])?.transcription).toEqual({
    parameters: { prompt: { supported: false } },
    audio_seconds: 60,
  });
  expect(intersectContracts([far, CHAT])?.transcription).toBeUndefined();
});
