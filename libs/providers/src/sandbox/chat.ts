import type { ChatDelta, ChatRequest } from '@tollgate/contract/chat';
import type { LocalChat, LocalContext, MappedEvent, Endpoint } from '../adapter/adapter.ts';
import { failureOf, lastUserText, readDirectives, wishedFailure } from './directives.ts';
import type { Directives } from './directives.ts';
import { buildScript } from './script.ts';
import type { ScriptChoice } from './script.ts';

/** The delays of the model `slow`. */
const SLOW = { delayMs: 2_000, paceMs: 250 };
const LOGPROB = -0.1;

/** Chat of the sandbox: no network, and the same request always gets the same answer. */
export const sandboxChat: LocalChat = { answer };

async function* answer(
  request: ChatRequest,
  endpoint: Endpoint,
  context: LocalContext,
): AsyncGenerator<MappedEvent, void, void> {
  const wishes = paced(readDirectives(lastUserText(request)), endpoint);
  if (wishes.delayMs > 0) await context.sleep(wishes.delayMs);
  const failure = failureOf(wishes);
  if (failure !== null) {
    yield { kind: 'failure', failure };
    return;
  }
  const script = buildScript(request, endpoint, wishes);
  let said = 0;
  for (const event of eventsOf(script.choices, request)) {
    if (said > 0 && wishes.paceMs > 0) await context.sleep(wishes.paceMs);
    if (said === wishes.breakAfter || context.signal.aborted) {
      yield { kind: 'failure', failure: wishedFailure('indeterminate') };
      return;
    }
    said += 1;
    yield event;
  }
  if (script.usage !== null) yield { kind: 'usage', usage: script.usage };
}

function paced(wishes: Directives, endpoint: Endpoint): Directives {
  if (endpoint.upstreamModel !== 'slow') return wishes;
  return {
    ...wishes,
    delayMs: wishes.delayMs || SLOW.delayMs,
    paceMs: wishes.paceMs || SLOW.paceMs,
  };
}

/** One event a token; the choices take turns, as they do with providers. */
function* eventsOf(choices: ScriptChoice[], request: ChatRequest): Generator<MappedEvent> {
  const rows = choices.map((choice) => deltasOf(choice));
  const longest = Math.max(...rows.map((row) => row.length));
  for (let turn = 0; turn < longest; turn += 1) {
    for (const [index, row] of rows.entries()) {
      const delta = row[turn];
      if (delta === undefined) continue;
      const isLast = turn === row.length - 1;
      const logprobs = request.logprobs === true ? logprobsOf(delta, request) : null;
      yield {
        kind: 'choices',
        choices: [
          {
            index,
            delta: turn === 0 ? { role: 'assistant', ...delta } : delta,
            finish_reason: isLast ? (choices[index]?.finish ?? 'stop') : null,
            ...(logprobs === null ? {} : { logprobs }),
          },
        ],
      };
    }
  }
}

function deltasOf({ reasoning, text, refusal, calls }: ScriptChoice): ChatDelta[] {
  return [
    ...reasoning.map((piece) => ({ reasoning_content: piece })),
    ...text.map((piece) => ({ content: piece })),
    ...refusal.map((piece) => ({ refusal: piece })),
    ...calls.flatMap(({ id, name, arguments: parts }, index): ChatDelta[] => [
      { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] },
      ...parts.map((part) => ({ tool_calls: [{ index, function: { arguments: part } }] })),
    ]),
    {},
  ];
}

function logprobsOf({ content }: ChatDelta, request: ChatRequest): unknown {
  if (!content) return null;
  const entry = { token: content, logprob: LOGPROB, bytes: [...Buffer.from(content)] };
  const others = Array.from({ length: request.top_logprobs ?? 0 }, (_, rank) => ({
    ...entry,
    logprob: LOGPROB - rank,
  }));
  return { content: [{ ...entry, top_logprobs: others }], refusal: null };
}
