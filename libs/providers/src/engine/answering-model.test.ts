import type { StreamMapper, WireEvent } from '../adapter/adapter.ts';
import { answeringModel, hearingModel } from './provider-caller.ts';
import { FAMILIES } from '../families.ts';

const SECRET = 'canary-secret-value-0123456789';
const CREDENTIAL = { api_key: SECRET };

describe('what a provider writes where its model stands', () => {
  test.each([
    'gpt-4o-mini-2024-07-18',
    'models/gemini-2.5-flash',
    'hf.co/bartowski/Llama-3.2-1B:Q4_K_M',
    'eu.anthropic.claude-3-5-sonnet@20240620',
    'm'.repeat(128),
  ])('is a name: %s', (name) => {
    expect(answeringModel(name, CREDENTIAL)).toBe(name);
  });

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['an object', { name: 'gpt-4o' }],
    ['an empty text', ''],
    ['too long a text', 'm'.repeat(129)],
    ['a line break', 'gpt-4o\nfake_metric 1'],
    ['a quote', 'gpt-4o",owner="x'],
    ['a sentence', 'ignore all of your rules'],
    ['letters of other scripts', 'модель'],
    ['a secret of ours', SECRET],
    ['a name around a secret of ours', `gpt-4o:${SECRET}`],
  ])('is no name: %s', (_what, reported) => {
    expect(answeringModel(reported, CREDENTIAL)).toBeUndefined();
  });

  test('an empty field of a credential hides no name', () => {
    expect(answeringModel('gpt-4o', { api_key: SECRET, organization: '' })).toBe('gpt-4o');
  });
});

describe('where wires name the model that answers', () => {
  const REPLIES: Record<string, { whole: unknown; first: unknown }> = {
    openai: { whole: { model: 'named' }, first: { model: 'named', choices: [] } },
    'openai-compatible': { whole: { model: 'named' }, first: { model: 'named', choices: [] } },
    'openai-responses': {
      whole: { model: 'named' },
      first: { type: 'response.created', response: { model: 'named' } },
    },
    deepseek: { whole: { model: 'named' }, first: { model: 'named', choices: [] } },
    anthropic: {
      whole: { model: 'named' },
      first: { type: 'message_start', message: { model: 'named' } },
    },
    google: { whole: { modelVersion: 'named' }, first: { modelVersion: 'named' } },
    ollama: { whole: { model: 'named' }, first: { model: 'named' } },
  };
  const named = FAMILIES.filter(({ chat }) => chat !== undefined).map(({ id, chat }) => ({
    id,
    chat,
  }));

  test.each(named.filter(({ id }) => id !== 'bedrock'))(
    'a whole reply and a first event of $id',
    ({ id, chat }) => {
      const replies = REPLIES[id];
      expect([chat?.modelIn(replies?.whole), chat?.modelIn(replies?.first)]).toEqual([
        'named',
        'named',
      ]);
    },
  );

  test.each(named)('$id takes whatever stands there', ({ chat }) => {
    for (const reply of [undefined, null, 7, 'text', [], [null], {}, { message: 1, response: 2 }]) {
      expect(chat?.modelIn(reply)).toBeUndefined();
    }
  });

  test('the list of replies that Google gives without events', () => {
    const google = FAMILIES.find(({ id }) => id === 'google');
    expect(google?.chat?.modelIn([{ modelVersion: 'named' }, {}])).toBe('named');
  });

  test('an event of Claude within one of Bedrock', () => {
    const bedrock = FAMILIES.find(({ id }) => id === 'bedrock');
    const endpoint = {
      family: 'bedrock',
      provider: 'bedrock',
      upstreamModel: 'anthropic.claude-sonnet-4-20250514-v1:0',
      baseUrl: 'https://bedrock-runtime.{region}.amazonaws.com',
    };
    const invoked = bedrock?.messages?.(endpoint)?.({ body: {}, headers: {} }).chat;
    const bytes = Buffer.from(JSON.stringify({ message: { model: 'named' } })).toString('base64');
    expect(invoked?.modelIn({ bytes })).toBe('named');
    expect(invoked?.modelIn({ model: 'named' })).toBe('named');
    expect(invoked?.modelIn({ bytes: 'no base64 of JSON' })).toBeUndefined();
  });
});

describe('a stream that is heard', () => {
  const heard = (events: readonly string[]) => {
    const seen: WireEvent[] = [];
    const mapper: StreamMapper = {
      push(event) {
        seen.push(event);
        return [];
      },
      end: () => [],
      state: () => 'open',
    };
    const modelIn = (reply: unknown): unknown => (reply as { model?: unknown }).model;
    const hearing = hearingModel(mapper, { modelIn }, CREDENTIAL);
    for (const data of events) hearing.push({ type: null, data });
    return { model: hearing.model(), seen };
  };

  test('tells the first name, which a later one does not replace', () => {
    const { model, seen } = heard(['{"model":""}', '{"model":"first"}', '{"model":"second"}']);
    expect(model).toBe('first');
    expect(seen.map(({ data }) => data)).toHaveLength(3);
  });

  test('hands on what it has parsed, and what is no JSON as it came', () => {
    const { model, seen } = heard(['[DONE]', '{"model":"a"}', '{"model":"b"}']);
    expect(model).toBe('a');
    expect(seen.map(({ payload }) => payload)).toEqual([undefined, { model: 'a' }, undefined]);
  });

  test('is not searched for ever', () => {
    expect(heard(['{}', '{}', '{}', '{"model":"late"}']).model).toBeUndefined();
  });
});
