import type { ChatRequest } from '@tollgate/contract/chat';
import type { RequestContract } from '@tollgate/contract/request-contract';
import { checkChatRequest, checkEmbeddingsRequest } from './check-contract.ts';
import { finishContract, revisionOf } from './contract.ts';
import { openaiContract } from '../openai/contract.ts';
import { compatibleContract } from '../openai-compatible/contract.ts';

const TOOL = { type: 'function' as const, function: { name: 'look_up' } };
const LIMITS = { context_tokens: 100_000, output_tokens: 10_000 };

function contractOf(model: string): RequestContract {
  const draft = openaiContract(model);
  const contract = draft === null ? null : finishContract(draft);
  if (contract === null) throw new Error(`no contract for ${model}`);
  return contract;
}

const gpt4o = contractOf('gpt-4o');
const gpt5 = contractOf('gpt-5');
const compatible = finishContract({ ...compatibleContract('any'), limits: LIMITS });

function check(contract: RequestContract | null, fields: Partial<ChatRequest>) {
  if (contract === null) throw new Error('no contract');
  const messages = [{ role: 'user' as const, content: 'x' }];
  return checkChatRequest(contract, { model: 'm', messages, ...fields });
}

describe('a chat request', () => {
  it('passes with nothing but messages, and with nulls', () => {
    expect(check(gpt4o, {})).toBeNull();
    expect(check(gpt5, { temperature: null, stop: null, tool_choice: null })).toBeNull();
  });

  it.each([
    [gpt5, { temperature: 0.5 }, 'temperature'],
    [gpt5, { stop: 'x' }, 'stop'],
    [gpt5, { logprobs: true }, 'logprobs'],
    [gpt5, { reasoning_effort: 'none' }, 'reasoning_effort'],
    [gpt4o, { reasoning_effort: 'low' }, 'reasoning_effort'],
    [compatible, { tools: [TOOL], parallel_tool_calls: false }, 'parallel_tool_calls'],
  ] as const)('%#: is refused naming the field', (contract, fields, param) => {
    expect(check(contract, fields as Partial<ChatRequest>)).toMatchObject({ param });
  });

  it.each([
    [gpt5, { temperature: 1, reasoning_effort: 'minimal' }],
    [gpt4o, { tools: [TOOL], tool_choice: named('look_up'), parallel_tool_calls: false }],
    [compatible, { tools: [TOOL], parallel_tool_calls: true, tool_choice: 'required' }],
    [gpt4o, { logprobs: true, top_logprobs: 5 }],
  ] as const)('%#: is taken', (contract, fields) => {
    expect(check(contract, fields as Partial<ChatRequest>)).toBeNull();
  });

  it('needs a model that sees for an image', () => {
    const url = 'data:image/png;base64,AAAA';
    const content = [{ type: 'image_url' as const, image_url: { url } }];
    const messages = [{ role: 'user' as const, content }];
    expect(check(contractOf('gpt-3.5-turbo'), { messages })).toMatchObject({
      param: 'messages[0].content[0]',
    });
    expect(check(gpt4o, { messages })).toBeNull();
  });

  it('is refused for a combination although each part is allowed', () => {
    const contract = {
      ...gpt4o,
      exclusions: [
        {
          when: { response_format: ['json_object'] },
          refuse: { tool_choice: ['auto', 'required'], parallel_tool_calls: ['true'] },
        },
      ],
    };
    const tools = [TOOL];
    const json = { response_format: { type: 'json_object' as const }, tools };
    expect(check(contract, json)).toBeNull();
    expect(check(contract, { ...json, tool_choice: 'auto' })).toMatchObject({
      param: 'tool_choice',
    });
    expect(check(contract, { ...json, parallel_tool_calls: true })).toMatchObject({
      param: 'parallel_tool_calls',
    });
    expect(check(contract, { tools, tool_choice: 'auto' })).toBeNull();
  });
});

describe('an embeddings request', () => {
  const small = contractOf('text-embedding-3-small');
  it('is held to the contract', () => {
    expect(checkEmbeddingsRequest(small, { inputs: ['a'], dimensions: 256 })).toBeNull();
    expect(checkEmbeddingsRequest(small, { inputs: [[1, 2]] })).toBeNull();
    const refused = [
      checkEmbeddingsRequest(small, { inputs: ['a'], dimensions: 4_000 })?.param,
      checkEmbeddingsRequest(small, { inputs: ['a'], inputType: 'search_query' })?.param,
      checkEmbeddingsRequest(small, { inputs: Array.from({ length: 2_049 }, () => 'a') })?.param,
      checkEmbeddingsRequest(contractOf('text-embedding-ada-002'), { inputs: ['a'], dimensions: 1 })
        ?.param,
    ];
    expect(refused).toEqual(['dimensions', 'input_type', 'input', 'dimensions']);
  });
});

describe('contracts', () => {
  it('have equal revisions when they are equal, in any order of members', () => {
    expect(contractOf('gpt-4o').revision).toBe(contractOf('gpt-4o-mini').revision);
    expect(gpt4o.revision).not.toBe(gpt5.revision);
    expect(revisionOf({ a: 1, b: { c: 2, d: 3 } })).toBe(revisionOf({ b: { d: 3, c: 2 }, a: 1 }));
  });

  it('are absent for models of other interfaces', () => {
    for (const model of ['gpt-5-search', 'gpt-4o-audio-preview', 'gpt-realtime', 'dall-e-3']) {
      expect(openaiContract(model)).toBeNull();
    }
  });

  it('are not finished while a limit or a rule is missing', () => {
    const draft = compatibleContract('any');
    expect(finishContract(draft)).toBeNull();
    expect(finishContract({ ...draft, limits: { context_tokens: 10 } })).toBeNull();
    expect(finishContract({ ...draft, limits: LIMITS, dimensions: [] })).toBeNull();
    const { tools: _, ...parameters } = draft.parameters;
    expect(finishContract({ ...draft, limits: LIMITS, parameters })).toBeNull();
    expect(finishContract({ ...draft, limits: LIMITS })).not.toBeNull();
  });
});

function named(name: string) {
  return { type: 'function', function: { name } };
}
