import type { FinishReason } from '@tollgate/contract/chat';
import type { Recording } from '../recordings.ts';
import { askedMessages } from './anthropic-asked.ts';
import { messagesRequest } from './anthropic-request.ts';
import { messagesFailure } from './failures.ts';
import { blankChoice, blankTurn } from './reader.ts';
import type { Loose, RawAnswer, RawCall, RawTurn, Reader } from './reader.ts';

/** Reads the Messages wire: one JSON message, or the events that make one up. */
export const anthropicReader: Reader = {
  chat(recording) {
    const { response } = recording;
    const body = response.sse === undefined ? response.body : messageOf(response.sse);
    const answer = answerOf(body as Loose);
    const said = { ...recording, response: { status: 500, body } };
    return answer.failed ? { ...answer, failure: messagesFailure(said) } : answer;
  },
  turns(body: Loose) {
    const system = blankTurn('system');
    system.text = textIn(body.system);
    return [...(system.text === '' ? [] : [system]), ...body.messages.map(turnOf)];
  },
  asked: askedMessages,
  request: messagesRequest,
  says: /^settings\.(?:model|max_tokens|stream|temperature|top_p|stop_sequences|thinking|output_config|single|kept)\b/u,
  failure: messagesFailure,
  operation: /\/v1\/(?:messages|models)$/u,
  models: ({ response }: Recording) =>
    ((response.body as Loose).data ?? []).map((item: Loose) => item.id),
};

const OPAQUE = ['signature', 'data', 'encrypted_content', 'encrypted_index', 'encrypted_stdout'];

/** Every event applied to one message, whatever it is about. */
function messageOf(sse: string): Loose {
  let message: Loose = { type: 'error' };
  const json = new Map<number, string>();
  for (const line of sse.split(/\r?\n/u).filter((text) => text.startsWith('data:'))) {
    const event = JSON.parse(line.slice('data:'.length)) as Loose;
    if (event.type === 'error') return event;
    if (event.type === 'message_start') message = event.message;
    if (event.type === 'content_block_start') message.content[event.index] = event.content_block;
    if (event.type === 'content_block_delta') {
      applyDelta(message.content[event.index], event, json);
    }
    if (event.type === 'message_delta') {
      Object.assign(message, event.delta);
      Object.assign(message.usage, event.usage);
    }
  }
  for (const [index, text] of json) message.content[index].json = text;
  return message;
}

function applyDelta(block: Loose, { delta, index }: Loose, json: Map<number, string>): void {
  if (delta.type === 'input_json_delta') {
    json.set(index, (json.get(index) ?? '') + delta.partial_json);
  }
  for (const name of ['text', 'thinking', 'signature']) {
    if (delta.type === `${name}_delta`) block[name] = (block[name] ?? '') + delta[name];
  }
  if (delta.type === 'citations_delta') (block.citations ??= []).push(delta.citation);
  if (delta.type === 'compaction_delta') block.content = delta.content;
}

function answerOf(message: Loose): RawAnswer {
  const choice = blankChoice();
  if (message.type === 'error') return { choices: new Map(), usage: null, failed: true };
  const turn = turnOf(message);
  choice.text = turn.text;
  choice.reasoning = turn.reasoning;
  choice.calls = turn.calls;
  choice.opaque = [...turn.opaque, ...citedIn(message.content)];
  choice.finish = finishOf(message.stop_reason, turn.calls.length > 0);
  choice.refusal =
    message.stop_reason === 'refusal' ? (message.stop_details?.explanation ?? '') : '';
  return { choices: new Map([[0, choice]]), usage: usageOf(message.usage), failed: false };
}

/** Citations have no place of their own in our messages, but must not get lost. */
function citedIn(content: Loose): string[] {
  return content.flatMap((block: Loose) =>
    (block.citations ?? []).map((citation: Loose) => citation.cited_text),
  );
}

function finishOf(reason: string, hasCalls: boolean): FinishReason {
  if (reason === 'max_tokens' || reason === 'model_context_window_exceeded') return 'length';
  if (reason === 'refusal') return 'content_filter';
  return hasCalls ? 'tool_calls' : 'stop';
}

function usageOf(usage: Loose): RawAnswer['usage'] {
  const cacheRead = usage.cache_read_input_tokens ?? 0;
  const cacheWrite = usage.cache_creation_input_tokens ?? 0;
  return {
    prompt: usage.input_tokens + cacheRead + cacheWrite,
    cacheRead,
    cacheWrite,
    hour: usage.cache_creation?.ephemeral_1h_input_tokens ?? 0,
    completion: usage.output_tokens,
    reasoning: usage.output_tokens_details?.thinking_tokens ?? null,
    searches: usage.server_tool_use?.web_search_requests ?? 0,
  };
}

function turnOf({ role, content }: Loose): RawTurn {
  const turn = blankTurn(role);
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  for (const block of blocks) {
    if (block.type === 'text') turn.text += block.text;
    if (block.type === 'thinking') turn.reasoning += block.thinking;
    if (block.type === 'tool_use') turn.calls.push(callOf(block));
    if (block.type === 'tool_result') {
      turn.results.push({ of: block.tool_use_id, text: textIn(block.content) });
    }
    turn.opaque.push(...opaqueIn(block));
  }
  return turn;
}

function callOf({ id, name, input, json }: Loose): RawCall {
  return { id, name, args: json || JSON.stringify(input) };
}

function textIn(content: Loose): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map((part: Loose) => part.text ?? '').join('');
}

/** Values that only the provider can read, at any depth of a block. */
function opaqueIn(block: Loose): string[] {
  if (typeof block !== 'object' || block === null) return [];
  return Object.entries(block).flatMap(([name, value]) => {
    if (typeof value !== 'string') return opaqueIn(value);
    return OPAQUE.includes(name) && value !== '' ? [value] : [];
  });
}
