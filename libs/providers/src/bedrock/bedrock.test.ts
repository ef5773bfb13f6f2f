import type { AssistantMessage, ChatRequest } from '@tollgate/contract/chat';
import { CHAT_PARAMETERS, EMBEDDINGS_PARAMETERS } from '@tollgate/contract/request-contract';
import type { Endpoint } from '../adapter/adapter.ts';
import { MalformedReply, ProviderError } from '../adapter/adapter.ts';
import { checkChatRequest, checkEmbeddingsRequest } from '../contract/check-contract.ts';
import { finishContract } from '../contract/contract.ts';
import { pngOf } from '../sandbox/png.ts';
import { bedrockImages } from './images.ts';
import { bedrock } from './index.ts';

const SONNET = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0';
const { chat, embeddings, listing, foreignContent } = bedrock;
if (!chat || !embeddings || !listing || !foreignContent) throw new TypeError('a part is missing');

function endpointOf(upstreamModel: string): Endpoint {
  const baseUrl = 'https://bedrock-runtime.{region}.amazonaws.com';
  return { family: 'bedrock', provider: 'bedrock', upstreamModel, baseUrl };
}

function contractOf(model: string) {
  const draft = bedrock.contract(model);
  if (draft === null) throw new TypeError(`${model} is not exposed`);
  const limits = { context_tokens: 1_000, output_tokens: 1_000, ...draft.limits };
  const contract = finishContract({ ...draft, limits });
  if (contract === null) throw new TypeError(`${model} has no contract`);
  return contract;
}

const CHATS = [
  SONNET,
  'anthropic.claude-3-haiku-20240307-v1:0',
  'global.anthropic.claude-sonnet-5',
  'us.anthropic.claude-opus-4-6-v1',
  'us.anthropic.claude-opus-4-8',
  'us.amazon.nova-micro-v1:0',
  'us.amazon.nova-2-lite-v1:0',
  'meta.llama3-1-70b-instruct-v1:0',
  'mistral.mistral-large-3-675b-instruct',
  'cohere.command-r-v1:0',
  'openai.gpt-oss-120b-1:0',
  'qwen.qwen3-32b-v1:0',
  'us.openai.gpt-6.1-sol',
  'us.xai.grok-4.7',
  'global.moonshotai.kimi-k3.1',
  'us.zai.glm-5.3',
];
/** Models that decide by themselves whether to call a function. */
const FREE = /llama|pixtral/u;

describe('contracts of chat models', () => {
  it.each(CHATS)('%s speaks about every parameter', (model) => {
    const { parameters } = contractOf(model);
    for (const name of CHAT_PARAMETERS) expect(parameters[name]).toBeDefined();
  });

  it.each(CHATS)('%s: calls can be demanded, not forbidden, and never kept to one', (model) => {
    const { parameters } = contractOf(model);
    const isNamed = /claude|nova|gpt-\d|grok|glm-5\.3/u.test(model);
    const forced = FREE.test(model) ? [] : ['required', ...(isNamed ? ['named'] : [])];
    const choices = ['auto', ...forced];
    expect(parameters['tool_choice']).toEqual({ supported: true, values: choices });
    expect(parameters['parallel_tool_calls']).toEqual({ supported: true, values: [true] });
  });

  it.each(['anthropic.claude-v2', 'us.deepseek.r1-v1:0', 'amazon.titan-text-lite-v1'])(
    '%s takes no tools',
    (model) => {
      expect(contractOf(model).parameters['tools']).toEqual({ supported: false });
    },
  );

  it.each<[string, number | undefined, number | undefined, string]>([
    ['us.anthropic.claude-sonnet-4-6', 1_000_000, 128_000, 'published'],
    ['in.anthropic.claude-opus-5', 1_000_000, 128_000, 'published'],
    ['global.anthropic.claude-sonnet-5-5', 1_000_000, 128_000, 'published'],
    ['us.anthropic.claude-opus-7', 1_000_000, 128_000, 'assumed'],
    ['amazon.nova-2-pro-preview-20251202-v1:0', 1_000_000, 64_000, 'published'],
    ['us.amazon.nova-3-pro-v1:0', 1_000_000, 64_000, 'assumed'],
    ['us.openai.gpt-5.6-terra', 1_050_000, 128_000, 'published'],
    ['us.openai.gpt-7-sol', 1_050_000, 128_000, 'assumed'],
    ['us.xai.grok-4.6', 500_000, 500_000, 'published'],
    ['us.xai.grok-5', undefined, undefined, 'assumed'],
    ['global.moonshotai.kimi-k3', 1_000_000, 128_000, 'published'],
    ['us.zai.glm-5.3', 1_000_000, 128_000, 'published'],
    ['mistral.magistral-small-2509', 128_000, 40_000, 'published'],
    ['us.meta.llama4-scout-17b-instruct-v1:0', 10_000_000, 8_192, 'published'],
  ])('%s has %s tokens of context and %s of output, %s', (model, context, output, source) => {
    expect(bedrock.contract(model)).toMatchObject({
      source,
      limits: {
        ...(context === undefined ? {} : { context_tokens: context }),
        ...(output === undefined ? {} : { output_tokens: output }),
      },
    });
  });

  it.each<[string, string, Partial<ChatRequest>]>([
    ['us.openai.gpt-6-sol', 'temperature', { temperature: 0.5 }],
    ['us.openai.gpt-6-sol', 'stop', { stop: ['END'] }],
    ['us.xai.grok-4.7', 'stop', { stop: 'END' }],
    ['us.moonshotai.kimi-k3', 'max_tokens', { max_tokens: 15 }],
    ['us.openai.gpt-6-astra', 'reasoning_effort', { reasoning_effort: 'none' }],
  ])('%s takes no %s such as %j', (model, param, fields) => {
    const request = { model, messages: [{ role: 'user' as const, content: 'Hi' }], ...fields };
    expect(checkChatRequest(contractOf(model), request)).toMatchObject({ param });
  });

  it.each(['amazon.nova-2-sonic-v1:0', 'amazon.titan-image-generator-v1', 'unknown.model', ''])(
    '%j is not exposed',
    (model) => {
      expect(bedrock.contract(model)).toBeNull();
    },
  );

  it('a model that thinks cannot be made to call', () => {
    const request = {
      model: 'm',
      messages: [{ role: 'user', content: 'Hi' }],
      tools: [{ type: 'function', function: { name: 'f' } }],
      reasoning_effort: 'low',
    } satisfies ChatRequest;
    const contract = contractOf(SONNET);
    expect(checkChatRequest(contract, request)).toBeNull();
    const forced = { ...request, tool_choice: 'required' } as const;
    expect(checkChatRequest(contract, forced)).toMatchObject({ param: 'tool_choice' });
  });

  it.each([
    ['none', 'tool_choice'],
    [false, 'parallel_tool_calls'],
  ])('%j of tools is refused', (value, param) => {
    const request = {
      model: 'm',
      messages: [{ role: 'user', content: 'Hi' }],
      tools: [{ type: 'function', function: { name: 'f' } }],
      [param]: value,
    } as ChatRequest;
    expect(checkChatRequest(contractOf(SONNET), request)).toMatchObject({ param });
  });
});

describe('thinking', () => {
  const ask = (model: string, effort: string, ceiling?: number): unknown => {
    const request: ChatRequest = {
      model: 'm',
      messages: [{ role: 'user', content: 'Hi' }],
      reasoning_effort: effort,
      ...(ceiling === undefined ? {} : { max_tokens: ceiling }),
    };
    const wire = chat.toWire(request, endpointOf(model), false) as Record<string, unknown>;
    return wire['additionalModelRequestFields'];
  };

  it.each([
    [SONNET, 'high', undefined, { thinking: { type: 'enabled', budget_tokens: 51_200 } }],
    [SONNET, 'high', 6_000, { thinking: { type: 'enabled', budget_tokens: 4_800 } }],
    [SONNET, 'low', 1_025, { thinking: { type: 'enabled', budget_tokens: 1_024 } }],
    [
      'us.anthropic.claude-opus-4-6-v1',
      'low',
      undefined,
      { thinking: { type: 'adaptive' }, output_config: { effort: 'low' } },
    ],
    ['us.amazon.nova-2-lite-v1:0', 'none', undefined, { reasoningConfig: { type: 'disabled' } }],
    ['qwen.qwen3-32b-v1:0', 'high', undefined, { reasoning_config: 'high' }],
    ['us.openai.gpt-6-sol', 'none', undefined, { reasoning: { effort: 'none' } }],
    ['us.openai.gpt-6.1-sol', 'max', undefined, { reasoning: { effort: 'max' } }],
    ['us.moonshotai.kimi-k3.1', 'xhigh', undefined, { reasoning_effort: 'xhigh' }],
    ['moonshotai.kimi-k2.5', 'max', undefined, { reasoning_effort: 'max' }],
    ['us.zai.glm-5.3', 'max', undefined, { reasoning_effort: 'max' }],
  ])('of %s with %s and a ceiling of %s', (model, effort, ceiling, fields) => {
    expect(ask(model, effort, ceiling)).toEqual(fields);
  });
});

describe('what is refused together', () => {
  const refused = (model: string, fields: Partial<ChatRequest>): string | null => {
    const request = { model: 'm', messages: [{ role: 'user' as const, content: 'Hi' }], ...fields };
    const reported = checkChatRequest(contractOf(model), request)?.param ?? null;
    expect(bedrock.foreignContent?.(request, endpointOf(model))?.param ?? null).toBe(reported);
    return reported;
  };

  it.each<[string, string, Partial<ChatRequest>]>([
    ['top_p', SONNET, { temperature: 0.5, top_p: 0.5 }],
    ['temperature', SONNET, { temperature: 0.5, reasoning_effort: 'low' }],
    ['top_p', SONNET, { top_p: 0.9, reasoning_effort: 'low' }],
    ['max_tokens', SONNET, { max_tokens: 1_024, reasoning_effort: 'low' }],
    ['max_completion_tokens', SONNET, { max_completion_tokens: 9, reasoning_effort: 'high' }],
    ['temperature', 'us.anthropic.claude-opus-4-6-v1', { temperature: 0, reasoning_effort: 'max' }],
  ])('%s of %s', (param, model, fields) => {
    expect(refused(model, fields)).toBe(param);
  });

  it.each<[string, Partial<ChatRequest>]>([
    [SONNET, { top_p: 0.95, reasoning_effort: 'low', max_tokens: 1_025 }],
    [SONNET, { temperature: 1, reasoning_effort: 'none', max_tokens: 5 }],
    ['anthropic.claude-3-haiku-20240307-v1:0', { temperature: 0.5, top_p: 0.5 }],
    ['us.amazon.nova-2-lite-v1:0', { temperature: 0.5, top_p: 0.5, reasoning_effort: 'low' }],
  ])('is no matter of %s with %j', (model, fields) => {
    expect(refused(model, fields)).toBeNull();
  });

  it('a loop whose reasoning is lost goes on without thinking', () => {
    const call = { id: 'a', type: 'function' as const, function: { name: 'f', arguments: '{}' } };
    const request: ChatRequest = {
      model: 'm',
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'a', content: '1' },
      ],
      tools: [{ type: 'function', function: { name: 'f' } }],
      reasoning_effort: 'low',
      max_tokens: 4_000,
    };
    expect(chat.toWire(request, endpointOf(SONNET), false)).not.toHaveProperty(
      'additionalModelRequestFields',
    );
    expect(
      chat.toWire(request, endpointOf('us.anthropic.claude-opus-4-6-v1'), false),
    ).toHaveProperty('additionalModelRequestFields');
  });
});

describe('content that goes back', () => {
  const signed = { reasoningContent: { reasoningText: { text: 'Hm.', signature: 'sig+/==' } } };
  const message = (bedrockExtra: unknown): AssistantMessage => ({
    role: 'assistant',
    content: 'Yes.',
    extra_content: { bedrock: bedrockExtra },
  });
  const ask = (extra: unknown): ChatRequest => ({
    model: 'm',
    messages: [{ role: 'user', content: 'Hi' }, message(extra), { role: 'user', content: 'So?' }],
  });

  it('reaches the model that made it, byte for byte', () => {
    const content = [signed, { text: 'Yes.' }];
    const request = ask({ model: SONNET, content });
    expect(foreignContent(request, endpointOf(SONNET))).toBeNull();
    const wire = chat.toWire(request, endpointOf(SONNET), false) as { messages: unknown[] };
    expect(wire.messages[1]).toEqual({ role: 'assistant', content });
  });

  it.each([
    [{ model: 'us.amazon.nova-2-lite-v1:0', content: [signed] }, /bedrock\/us\.amazon\.nova-2/u],
    [{ content: [signed] }, /as it came/u],
    [{ model: SONNET, content: 'text' }, /as it came/u],
    [{ model: SONNET, content: [null] }, /as it came/u],
    [{ model: SONNET, content: [{ image: { source: { s3Location: {} } } }] }, /as it came/u],
    [{ model: SONNET, content: [{ cachePoint: { type: 'default' } }] }, /as it came/u],
    [{ model: SONNET, content: [{ toolResult: { content: [{ document: {} }] } }] }, /as it came/u],
    [{ model: SONNET, content: [{ toolUse: { toolUseId: 'a' } }] }, /tool_calls/u],
  ])('%j is refused', (extra, words) => {
    const refusal = foreignContent(ask(extra), endpointOf(SONNET));
    expect(refusal?.param).toBe('messages[1].extra_content');
    expect(refusal?.message).toMatch(words);
  });

  it('of another family names its model', () => {
    const request = ask(undefined);
    const extra_content = { google: { model: 'gemini-3-pro', parts: [] } };
    const [first, , last] = request.messages;
    const other: AssistantMessage = { role: 'assistant', content: 'Yes.', extra_content };
    const messages = [first, other, last].filter((one) => one !== undefined);
    const refusal = foreignContent({ ...request, messages }, endpointOf(SONNET));
    expect(refusal?.message).toContain('google/gemini-3-pro');
  });

  it('is nothing where our fields say everything', () => {
    expect(foreignContent(ask(undefined), endpointOf(SONNET))).toBeNull();
  });
});

describe('errors', () => {
  const header = (name: string) => ({
    'x-amzn-errortype': `${name}:http://internal.amazon.com/coral/com.amazon.bedrock/`,
  });

  it.each([
    [429, 'ThrottlingException', 'Too many tokens, please wait.', 'rate_limited'],
    [429, 'ModelNotReadyException', 'Warming up.', 'overloaded'],
    [400, 'ServiceQuotaExceededException', 'Quota.', 'rate_limited'],
    [403, 'UnrecognizedClientException', 'The security token is invalid.', 'credential'],
    [400, 'ExpiredTokenException', 'Expired.', 'credential'],
    [403, 'AccessDeniedException', 'User is not authorized.', 'credential'],
    [403, 'AccessDeniedException', 'You do not have access to the model.', 'model_unavailable'],
    [404, 'ResourceNotFoundException', 'End of life.', 'model_unavailable'],
    [400, 'ValidationException', 'The provided model identifier is invalid.', 'model_unavailable'],
    [400, 'ValidationException', 'Input is too long for requested model.', 'context_length'],
    [408, 'ModelTimeoutException', 'Too slow.', 'timeout'],
    [424, 'ModelErrorException', 'It failed.', 'unavailable'],
    [500, 'InternalServerException', 'Oops.', 'unavailable'],
    [503, 'ServiceUnavailableException', 'Busy.', 'overloaded'],
    [418, 'UnheardOfException', 'What?', 'malformed'],
  ])('%s %s: %s', (status, name, text, kind) => {
    expect(bedrock.failure(status, header(name), { message: text })).toMatchObject({
      kind,
      status,
    });
  });

  it('are known by the body where the header is missing', () => {
    const body = { __type: 'com.amazon.coral.service#ExpiredTokenException', Message: 'Expired' };
    expect(bedrock.failure(400, {}, body).kind).toBe('credential');
    expect(bedrock.failure(502, {}, '<html>').kind).toBe('unavailable');
  });

  it('say how long to wait and name no account', () => {
    const message = 'User: arn:aws:iam::123456789012:user/x is not allowed';
    const headers = { ...header('ThrottlingException'), 'retry-after': '7' };
    const failure = bedrock.failure(429, headers, { message });
    expect(failure.retryAfterSeconds).toBe(7);
    expect(JSON.stringify(failure)).not.toContain('123456789012');
  });
});

describe('vectors', () => {
  const cohere = endpointOf('cohere.embed-english-v3');
  const cohere4 = endpointOf('us.cohere.embed-v4:0');
  const titan = endpointOf('amazon.titan-embed-text-v2:0');
  const inputs = ['one', 'two'];

  it('of Cohere come from one call', () => {
    const call = { inputs, inputType: 'search_query', truncate: 'END' };
    expect(embeddings.toWire(call, cohere)).toEqual([
      { texts: inputs, input_type: 'search_query', truncate: 'END' },
    ]);
    const more = { inputs, inputType: 'clustering', dimensions: 512 };
    expect(embeddings.toWire(more, cohere4)).toEqual([
      { texts: inputs, input_type: 'clustering', output_dimension: 512 },
    ]);
    expect(embeddings.path(cohere4)).toBe('/model/us.cohere.embed-v4%3A0/invoke');
  });

  it('of Titan come from a call for each text', () => {
    expect(embeddings.toWire({ inputs, dimensions: 256 }, titan)).toEqual([
      { inputText: 'one', dimensions: 256 },
      { inputText: 'two', dimensions: 256 },
    ]);
  });

  it.each([
    [cohere, [{ embeddings: [[1], [2]] }], { 'x-amzn-bedrock-input-token-count': '7' }, 7],
    [cohere4, [{ embeddings: { float: [[1], [2]] } }], {}, null],
    [
      titan,
      [
        { embedding: [1], inputTextTokenCount: 3 },
        { embedding: [2], inputTextTokenCount: 4 },
      ],
      {},
      7,
    ],
  ])('are read from %j', (endpoint, bodies, headers, input) => {
    const replies = bodies.map((body) => ({ body, headers: headers as Record<string, string> }));
    const { vectors, usage } = embeddings.fromWire(replies, endpoint);
    expect(vectors).toEqual([[1], [2]]);
    expect(usage?.input ?? null).toBe(input);
  });

  it.each([{}, { embeddings: [] }, { embeddings: [['x']] }, { embeddings: { int8: [[1]] } }, null])(
    '%j holds none',
    (body) => {
      expect(() => embeddings.fromWire([{ body, headers: {} }], cohere)).toThrow(MalformedReply);
    },
  );

  it('need an input type with Cohere and take none with Titan', () => {
    const needs = contractOf('cohere.embed-english-v3');
    for (const name of EMBEDDINGS_PARAMETERS) expect(needs.parameters[name]).toBeDefined();
    expect(checkEmbeddingsRequest(needs, { inputs })).toMatchObject({ param: 'input_type' });
    expect(checkEmbeddingsRequest(needs, { inputs, inputType: 'clustering' })).toBeNull();
    const other = contractOf('amazon.titan-embed-text-v2:0');
    expect(checkEmbeddingsRequest(other, { inputs })).toBeNull();
    const typed = checkEmbeddingsRequest(other, { inputs, inputType: 'clustering' });
    expect(typed).toMatchObject({ param: 'input_type' });
    const cut = checkEmbeddingsRequest(other, { inputs, truncate: 'END' });
    expect(cut).toMatchObject({ param: 'truncate' });
    expect(bedrock.contract('amazon.nova-2-multimodal-embeddings-v1:0')).toBeNull();
  });
});

describe('the lists of models', () => {
  it('stand on the host beside', () => {
    expect(listing.baseUrl?.('https://bedrock-runtime.{region}.amazonaws.com')).toBe(
      'https://bedrock.{region}.amazonaws.com',
    );
  });

  it('name what can be called', () => {
    const models = [
      { modelId: 'amazon.nova-lite-v1:0', inferenceTypesSupported: ['ON_DEMAND'] },
      { modelId: 'anthropic.claude-sonnet-5', inferenceTypesSupported: ['INFERENCE_PROFILE'] },
      { modelId: 'bad name', inferenceTypesSupported: ['ON_DEMAND'] },
    ];
    expect(listing.fromWire({ modelSummaries: models })).toEqual(['amazon.nova-lite-v1:0']);
    const profiles = [
      { inferenceProfileId: 'us.anthropic.claude-sonnet-5', status: 'ACTIVE' },
      { inferenceProfileId: 'us.old', status: 'DELETED' },
    ];
    expect(listing.fromWire({ inferenceProfileSummaries: profiles })).toEqual([
      'us.anthropic.claude-sonnet-5',
    ]);
    expect(() => listing.fromWire({ message: 'no' })).toThrow(MalformedReply);
  });
});

describe('images over InvokeModel', () => {
  const PNG = pngOf({ width: 2, height: 2, colour: [1, 2, 3] }).toString('base64');
  const shown = { images: [{ type: 'image/png', base64: PNG }] } as const;
  const bodyOf = (model: string, terms: object, isEdit = false): unknown => {
    const call = { prompt: 'a fox', terms: { n: 1, ...terms } };
    return isEdit
      ? bedrockImages.edits?.toWire({ ...call, shown }, endpointOf(model))
      : bedrockImages.toWire(call, endpointOf(model));
  };

  it('have the bodies of their makers', () => {
    expect(bodyOf('amazon.nova-canvas-v1:0', { size: '1280x720', quality: 'hd' })).toEqual({
      taskType: 'TEXT_IMAGE',
      textToImageParams: { text: 'a fox' },
      imageGenerationConfig: { numberOfImages: 1, quality: 'premium', width: 1_280, height: 720 },
    });
    expect(bodyOf('amazon.titan-image-generator-v2:0', { size: '512x512' }, true)).toMatchObject({
      taskType: 'IMAGE_VARIATION',
      imageVariationParams: { text: 'a fox', images: [PNG] },
    });
    const large = 'us.stability.sd3-5-large-v1:0';
    expect(bodyOf(large, { aspectRatio: '16:9' })).toEqual({
      prompt: 'a fox',
      aspect_ratio: '16:9',
      mode: 'text-to-image',
    });
    expect(bodyOf(large, {}, true)).toMatchObject({ mode: 'image-to-image', image: PNG });
    expect(bodyOf('stability.stable-image-ultra-v1:1', {}, true)).not.toHaveProperty('mode');
  });

  it('are those of the reply that were not kept back', () => {
    const read = (reply: object) => bedrockImages.fromWire(reply, endpointOf('stability.x'));
    const images = [PNG, PNG];
    expect(read({ images, finish_reasons: [null, 'Filter reason: output image'] })).toEqual({
      images: [{ base64: PNG }],
      usage: null,
    });
    const kindOf = (reply: object): unknown => {
      try {
        return read(reply);
      } catch (error) {
        return error instanceof ProviderError ? error.failure.kind : 'malformed';
      }
    };
    expect(kindOf({ finish_reasons: ['Filter reason: prompt'] })).toBe('rejected');
    expect(kindOf({ finish_reasons: ['Inference error'] })).toBe('unavailable');
    expect(kindOf({ images: [], error: 'All images were filtered.' })).toBe('rejected');
    expect(kindOf({ images: [] })).toBe('malformed');
  });
});
