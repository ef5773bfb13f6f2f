import type { ChatRequest } from '@tollgate/contract/chat';
import type { RequestContract } from '@tollgate/contract/request-contract';
import { checkChatRequest } from '../contract/check-contract.ts';
import { finishContract } from '../contract/contract.ts';
import { googleContract } from './contract.ts';
import { google } from './index.ts';

const CHAT = ['gemini-2.0-flash', 'gemini-2.5-pro', 'gemini-2.5-flash', 'gemini-3.1-pro-preview'];
const TOOL = { type: 'function', function: { name: 'f' } } as const;
const CHOICES = [
  'auto',
  'none',
  'required',
  { type: 'function', function: { name: 'f' } },
] as const;

function contractOf(model: string): RequestContract {
  const draft = googleContract(model);
  const contract = draft === null ? null : finishContract(draft);
  if (contract === null) throw new TypeError(`${model} has no complete contract`);
  return contract;
}

function refused(model: string, fields: Partial<ChatRequest>): string | null {
  const request: ChatRequest = { model, messages: [{ role: 'user', content: 'x' }], ...fields };
  return checkChatRequest(contractOf(model), request)?.param ?? null;
}

/** The body that goes out for a request of these fields. */
function sent(model: string, fields: Partial<ChatRequest>): string {
  const request: ChatRequest = { model, messages: [{ role: 'user', content: 'x' }], ...fields };
  const endpoint = { family: 'google', provider: 'google', upstreamModel: model, baseUrl: '' };
  return JSON.stringify(google.chat?.toWire(request, endpoint, false));
}

describe('lines of models', () => {
  it.each([
    ...CHAT,
    'gemini-2.0-flash-lite-001',
    'gemini-2.5-flash-lite',
    'gemini-2.5-flash-preview-09-2025',
    'gemini-3-pro-preview',
    'gemini-3-flash-preview',
    'gemini-3.5-flash',
    'gemini-3.1-flash-lite',
    'gemini-flash-latest',
    'gemini-pro-latest',
  ])('%s answers', (model) => {
    expect(contractOf(model)).toMatchObject({
      capability: 'chat',
      limits: { context_tokens: 1_048_576 },
    });
  });

  it.each([
    'gemini-2.5-tts',
    'gemini-2.5-flash-native-audio-latest',
    'gemma-3-27b-it',
    'veo-2.0-generate-001',
    'veo-3.1',
    'gpt-5',
  ])('%s is not exposed', (model) => {
    expect(googleContract(model)).toBeNull();
  });

  it.each([
    'veo-3.1-generate-preview',
    'veo-3.1-fast-generate-preview',
    'veo-3.1-lite-generate-preview',
    'veo-3.1-generate-001',
  ])('%s makes videos', (model) => {
    expect(contractOf(model)).toMatchObject({
      capability: 'video',
      limits: { context_tokens: 1_024 },
    });
  });

  it.each([
    ['gemini-2.5-flash-preview-tts', false],
    ['gemini-2.5-pro-preview-tts', false],
    ['gemini-3.1-flash-tts-preview', false],
    ['gemini-3.8-flash-tts', true],
    ['gemini-3.8-flash-lite-tts', true],
    ['gemini-4-flash-tts', true],
  ])('%s reads aloud, and takes directions: %s', (model, isDirected) => {
    expect(contractOf(model)).toMatchObject({
      capability: 'speech',
      parameters: { instructions: { supported: isDirected }, speed: { supported: false } },
      limits: { context_tokens: 8_192, output_tokens: 16_384 },
      dimensions: ['input', 'output'],
    });
  });

  it.each(['gemini-embedding-001', 'gemini-embedding-2-preview'])('%s embeds', (model) => {
    expect(contractOf(model)).toMatchObject({
      capability: 'embeddings',
      parameters: {
        dimensions: { minimum: 128, maximum: 3_072 },
        token_input: { supported: false },
      },
      limits: { inputs: 100 },
    });
  });
});

describe.each(CHAT)('%s', (model) => {
  it.each(CHOICES)('takes tool_choice %j and sends it', (choice) => {
    expect(refused(model, { tools: [TOOL], tool_choice: choice })).toBeNull();
    const body = sent(model, { tools: [TOOL], tool_choice: choice });
    const modes = { auto: 'AUTO', none: 'NONE', required: 'ANY' };
    const mode = typeof choice === 'string' ? modes[choice] : 'ANY';
    const config: unknown = JSON.parse(body);
    expect(config).toMatchObject({ toolConfig: { functionCallingConfig: { mode } } });
    expect(body.includes('allowedFunctionNames')).toBe(typeof choice !== 'string');
  });

  it('rule 3: takes parallel_tool_calls true and refuses false', () => {
    expect(refused(model, { tools: [TOOL], parallel_tool_calls: true })).toBeNull();
    const no = { tools: [TOOL], parallel_tool_calls: false };
    expect(refused(model, no)).toBe('parallel_tool_calls');
  });

  it.each([
    { logit_bias: { '1': 1 } },
    { logprobs: true },
    { seed: 2_147_483_648 },
    { reasoning_effort: 'xhigh' },
  ])('refuses %j', (fields) => {
    expect(refused(model, fields)).toBe(Object.keys(fields)[0]);
  });

  it.each([
    [{ max_tokens: 5 }, '"maxOutputTokens":5'],
    [{ max_completion_tokens: 6 }, '"maxOutputTokens":6'],
    [{ temperature: 0 }, '"temperature":0'],
    [{ top_p: 0.5 }, '"topP":0.5'],
    [{ stop: ['a', 'b'] }, '"stopSequences":["a","b"]'],
    [{ seed: -3 }, '"seed":-3'],
    [{ n: 1 }, '"candidateCount":1'],
    [{ response_format: { type: 'json_object' } }, '"responseMimeType":"application/json"'],
  ] as const)('takes %j and sends it', (fields, part) => {
    expect(refused(model, fields as Partial<ChatRequest>)).toBeNull();
    expect(sent(model, fields as Partial<ChatRequest>)).toContain(part);
  });
});

describe('differences between the lines', () => {
  it.each([
    ['gemini-2.5-flash', { reasoning_effort: 'none' }, '"thinkingBudget":0}'],
    ['gemini-2.5-pro', { reasoning_effort: 'medium' }, '"thinkingBudget":8192'],
    ['gemini-3-flash-preview', { reasoning_effort: 'minimal' }, '"thinkingLevel":"minimal"'],
    ['gemini-3.1-pro-preview', { reasoning_effort: 'medium' }, '"thinkingLevel":"medium"'],
    ['gemini-3.6-flash', { reasoning_effort: 'minimal' }, '"thinkingLevel":"minimal"'],
    ['gemini-3.5-flash-lite', { reasoning_effort: 'minimal' }, '"thinkingLevel":"minimal"'],
    ['gemini-3.1-pro-preview-customtools', { reasoning_effort: 'low' }, '"thinkingLevel":"low"'],
    ['gemini-4-argon', { reasoning_effort: 'medium' }, '"thinkingLevel":"medium"'],
    ['gemini-4-hydrogen', { reasoning_effort: 'xhigh' }, '"thinkingLevel":"xhigh"'],
    ['gemini-4.2-neon-preview', { reasoning_effort: 'xhigh' }, '"thinkingLevel":"xhigh"'],
    ['gemini-2.5-flash', { n: 8 }, '"candidateCount":8'],
    ['gemini-2.0-flash', { presence_penalty: 1 }, '"presencePenalty":1'],
  ])('%s takes %j and sends it', (model, fields, part) => {
    expect(refused(model, fields)).toBeNull();
    expect(sent(model, fields)).toContain(part);
  });

  it.each([
    ['gemini-2.0-flash', { reasoning_effort: 'low' }, 'reasoning_effort'],
    ['gemini-2.5-pro', { reasoning_effort: 'none' }, 'reasoning_effort'],
    ['gemini-3-pro-preview', { reasoning_effort: 'medium' }, 'reasoning_effort'],
    ['gemini-3.7-flash', { reasoning_effort: 'minimal' }, 'reasoning_effort'],
    ['gemini-3.8-flash', { reasoning_effort: 'minimal' }, 'reasoning_effort'],
    ['gemini-flash-latest', { reasoning_effort: 'minimal' }, 'reasoning_effort'],
    ['gemini-4-carbon', { reasoning_effort: 'xhigh' }, 'reasoning_effort'],
    ['gemini-3-flash-preview', { n: 2 }, 'n'],
    ['gemini-2.5-flash', { n: 9 }, 'n'],
    ['gemini-2.5-flash', { presence_penalty: 1 }, 'presence_penalty'],
    ['gemini-2.0-flash', { frequency_penalty: 2 }, 'frequency_penalty'],
  ])('%s refuses %j', (model, fields, param) => {
    expect(refused(model, fields)).toBe(param);
  });

  it.each([
    ['gemini-2.5-flash', 'low', 300, 60],
    ['gemini-2.5-flash', 'medium', 2_000, 1_000],
    ['gemini-2.5-pro', 'high', 16_384, 13_107],
    ['gemini-2.5-pro', 'low', 300, 128],
    ['gemini-2.5-flash', 'high', 65_536, 24_576],
  ])(
    '%s with the effort %s and %i tokens in all thinks with %i',
    (model, effort, tokens, budget) => {
      const fields = { reasoning_effort: effort, max_tokens: tokens };
      expect(refused(model, fields)).toBeNull();
      expect(sent(model, fields)).toContain(`"thinkingBudget":${budget},`);
    },
  );

  it('a ceiling of which the smallest budget would take more than half is refused', () => {
    const fields = { reasoning_effort: 'low', max_tokens: 255 };
    expect(refused('gemini-2.5-pro', fields)).toBe('max_tokens');
  });

  it('JSON answers and tools go together from generation 3 on only', () => {
    const fields = { tools: [TOOL], response_format: { type: 'json_object' } } as const;
    const request = { messages: [{ role: 'user', content: 'x' }], ...fields } as const;
    expect(refused('gemini-3-flash-preview', { ...fields, tools: [TOOL] })).toBeNull();
    const asked = { ...request, model: 'gemini-2.5-flash', messages: [...request.messages] };
    expect(checkChatRequest(contractOf('gemini-2.5-flash'), { ...asked, tools: [TOOL] })).toEqual({
      param: 'response_format',
      message: 'This model does not take response_format "json_object" together with tools.',
    });
    expect(refused('gemini-2.5-flash', { response_format: { type: 'json_object' } })).toBeNull();
  });
});
