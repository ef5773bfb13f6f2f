import OpenAI from 'openai';
import { aSharedDemo } from '../support/shared-demo.ts';
import type { Demo } from '../support/demo.ts';
import { ANTHROPIC, GOOGLE, OPENAI, setUpFamily } from '../support/family-set-up.ts';

const START_MS = 180_000;
const CLAUDE = 'anthropic/claude-sonnet-4-5';
const GEMINI = 'google/gemini-3-flash-preview';
const CODEX = 'openai/gpt-5.2-codex';

let demo: Demo;
let client: OpenAI;
beforeAll(async () => {
  demo = await aSharedDemo();
  client = new OpenAI({
    apiKey: demo.env.TOLLGATE_API_KEY,
    baseURL: demo.env.TOLLGATE_BASE_URL,
    maxRetries: 0,
  });
  await setUpFamily(demo, { ...ANTHROPIC, models: [CLAUDE] });
  await setUpFamily(demo, { ...GOOGLE, models: [GEMINI] });
  await setUpFamily(demo, {
    ...OPENAI,
    models: [CODEX],
  });
}, START_MS);
afterAll(() => demo?.stack.drop(), START_MS);

interface Call {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
  extra_content?: Record<string, unknown>;
}
interface Message {
  role: 'assistant';
  content: string | null;
  tool_calls?: Call[];
  extra_content?: Record<string, unknown>;
}

const PARAMETERS = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const TOOLS = [
  { type: 'function', function: { name: 'get_weather', parameters: PARAMETERS } },
] as const;
const QUESTION = { role: 'user', content: 'Call get_weather for Oslo.' } as const;

async function answerOf(model: string, stream: boolean): Promise<Message> {
  const asked = {
    model,
    max_completion_tokens: 4_000,
    messages: [QUESTION],
    tools: [...TOOLS],
    ...(model === CLAUDE ? { reasoning_effort: 'low' as const } : {}),
  };
  if (!stream) {
    const whole = await client.chat.completions.create(asked as never);
    return (whole as unknown as { choices: { message: Message }[] }).choices[0]?.message as Message;
  }
  const message: Message = { role: 'assistant', content: null };
  const pieces = await client.chat.completions.create({ ...asked, stream: true } as never);
  for await (const piece of pieces as unknown as AsyncIterable<{ choices: { delta: Piece }[] }>) {
    const delta = piece.choices[0]?.delta ?? {};
    if (delta.content) message.content = (message.content ?? '') + delta.content;
    if (delta.extra_content) message.extra_content = delta.extra_content;
    for (const { index, ...call } of delta.tool_calls ?? []) take(message, index, call);
  }
  return message;
}

interface Piece {
  content?: string | null;
  extra_content?: Record<string, unknown>;
  tool_calls?: (Partial<Call> & { index: number })[];
}

function take(message: Message, index: number, piece: Partial<Call>): void {
  const calls = (message.tool_calls ??= []);
  const before = calls[index];
  const given = (before?.function.arguments ?? '') + (piece.function?.arguments ?? '');
  calls[index] = {
    ...(before ?? { id: '', type: 'function' }),
    ...piece,
    function: { name: before?.function.name ?? piece.function?.name ?? '', arguments: given },
  };
}

/**
 * The message as clients hand it back that read arguments, add defaults and write them in an order
 * of their own.
 */
function rewritten(message: Message): Message {
  const calls = (message.tool_calls ?? []).map((call) => {
    const own = { replace_all: false, ...(JSON.parse(call.function.arguments) as object) };
    return { ...call, function: { ...call.function, arguments: JSON.stringify(own, null, 1) } };
  });
  return { ...message, tool_calls: calls };
}

describe.each([CLAUDE, GEMINI, CODEX])('a signed call of %s', (model) => {
  test.each([false, true])(
    'goes back as its model has written it, whatever a client made of its arguments (stream: %s)',
    async (stream) => {
      const message = rewritten(await answerOf(model, stream));
      expect(message.tool_calls).toHaveLength(1);
      const results = (message.tool_calls ?? []).map(({ id }) => ({
        role: 'tool',
        tool_call_id: id,
        content: 'Rain.',
      }));
      const answer = await demo.v1<{ error?: { message: string } }>('/chat/completions', {
        model,
        max_completion_tokens: 4_000,
        messages: [QUESTION, message, ...results],
        tools: TOOLS,
        ...(model === CLAUDE ? { reasoning_effort: 'low' } : {}),
      });
      expect([answer.status, answer.body.error?.message]).toEqual([200, undefined]);
      expect(answer.headers['x-svc-ignored']).toBeUndefined();
    },
  );
});
