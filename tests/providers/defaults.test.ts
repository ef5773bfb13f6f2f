import type { ChatRequest } from '@tollgate/contract/chat';
import { checkChatRequest } from '@tollgate/providers/contract/check-contract';
import { fitToContract } from '@tollgate/providers/contract/fit-request';
import { parseChatRequest } from '@tollgate/structure/parse-chat';
import { parseResponsesRequest } from '@tollgate/structure/parse-responses';
import { plainChatRequest } from '@tollgate/structure/plain-chat';
import { LINES } from './cells.ts';
import { lineFor, refusalOf } from './strict-provider.ts';

/**
 * What OpenAI's reference of chat completions says of a field that is not sent; writing it out asks
 * for nothing.
 * @see https://platform.openai.com/docs/api-reference/chat/create
 */
const DEFAULTS = {
  temperature: 1,
  top_p: 1,
  n: 1,
  stop: null,
  stream: false,
  stream_options: null,
  presence_penalty: 0,
  frequency_penalty: 0,
  logit_bias: null,
  logprobs: false,
  top_logprobs: null,
  store: false,
  service_tier: 'auto',
  response_format: { type: 'text' },
  modalities: ['text'],
  metadata: {},
  max_completion_tokens: null,
  reasoning_effort: null,
  verbosity: 'medium',
  prediction: null,
  audio: null,
  web_search_options: null,
} as const;
/** What is the case without tools, and with them. */
const WITHOUT_TOOLS = { tool_choice: 'none', parallel_tool_calls: true, tools: [] } as const;
const WITH_TOOLS = {
  tool_choice: 'auto',
  parallel_tool_calls: true,
  tools: [{ type: 'function', function: { name: 'f' } }],
} as const;
/** Defaults of the Responses interface. */
const OF_RESPONSES = {
  truncation: 'disabled',
  service_tier: 'default',
  background: false,
  store: false,
  stream: false,
  include: [],
  max_tool_calls: null,
  previous_response_id: null,
  top_logprobs: 0,
  tool_choice: 'auto',
  tools: [],
  parallel_tool_calls: true,
  text: { format: { type: 'text' }, verbosity: null },
  reasoning: { effort: null, summary: null },
  temperature: 1,
  top_p: 1,
} as const;

const fields: [string, object][] = [
  ...Object.entries(DEFAULTS).map(([name, value]): [string, object] => [name, { [name]: value }]),
  ['service_tier: default', { service_tier: 'default' }],
  ['logit_bias: {}', { logit_bias: {} }],
  ['all of them', DEFAULTS],
  ['no tools', WITHOUT_TOOLS],
  ['all of them with tools', { ...DEFAULTS, ...WITH_TOOLS }],
];
const lines = Object.entries(LINES).flatMap(([id, models]) =>
  models.map((model) => [id, model] as const),
);

describe.each(lines)('%s %s takes the defaults of the reference', (id, model) => {
  const line = lineFor(id, model);
  const asked = (more: object): ChatRequest =>
    plainChatRequest(
      parseChatRequest({ model, messages: [{ role: 'user', content: 'Hello.' }], ...more }),
    );

  test.each(fields)('%s', async (_, more) => {
    const fitted = fitToContract(line.contract, asked(more));
    expect(checkChatRequest(line.contract, fitted)).toBeNull();
    if (line.family.chat === undefined) return;
    const ceiling = { max_completion_tokens: 4_000 };
    expect(await refusalOf(line, { ...fitted, ...ceiling })).toBeNull();
  });

  test('no effort, where nothing says that the model thinks', () => {
    const { dimensions, source, parameters } = line.contract;
    const fitted = fitToContract(line.contract, asked({ reasoning_effort: 'none' }));
    const { supported = false, values } = parameters['reasoning_effort'] ?? {};
    const thinks = supported || (source === 'published' && dimensions.includes('reasoning'));
    const refused = checkChatRequest(line.contract, fitted) !== null;
    expect(refused).toBe(thinks && values?.includes('none') !== true);
  });
});

test.each(Object.entries(OF_RESPONSES))('the route of responses takes %s: %j', (name, value) => {
  const body = { model: 'm', input: 'Hello.', [name]: value };
  expect(() => parseResponsesRequest(body)).not.toThrow();
});
