import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { ChatMessageOut, ChatRequest } from '@tollgate/contract/chat';
import type { Endpoint } from '@tollgate/providers/adapter/adapter';
import { bedrock } from '@tollgate/providers/bedrock/index';
import { streamOf } from './event-stream.ts';
import { accumulated, replayStream } from './replay.ts';

type Block = Record<string, unknown>;
type Turns = { messages: { role: string; content: Block[] }[] };

const ROOT = path.join(import.meta.dirname, 'bedrock');
const { chat = missing(), foreignContent = missing() } = bedrock;

function missing(): never {
  throw new TypeError('a part is missing');
}

function read(name: string, file: string): string {
  return readFileSync(path.join(ROOT, name, file), 'utf8');
}

/** What goes out when a client appends the message, a result for each call, and goes on. */
function goneOn(request: ChatRequest, message: ChatMessageOut): ChatRequest {
  const results = (message.tool_calls ?? []).map(({ id }) => ({
    role: 'tool' as const,
    tool_call_id: id,
    content: 'wet',
  }));
  const asked = results.length > 0 ? results : [{ role: 'user' as const, content: 'And then?' }];
  return { ...request, messages: [...request.messages, message, ...asked] };
}

/** The provider does not take back its empty texts and its name of the usual kind of call. */
function asSentBack(blocks: Block[]): Block[] {
  return blocks
    .filter(({ text }) => text !== '')
    .map((block) => {
      const { type, ...toolUse } = (block['toolUse'] ?? {}) as Block;
      return type === 'tool_use' ? { toolUse } : block;
    });
}

const REASONS_UNSIGNED = ['reasoning-after-text'];
const cases = readdirSync(ROOT).filter((name) => !REASONS_UNSIGNED.includes(name));

function caseOf(name: string): { request: ChatRequest; endpoint: Endpoint } {
  const { model, request } = JSON.parse(read(name, 'request.json')) as {
    model: string;
    request: ChatRequest;
  };
  const baseUrl = 'https://api.example.com';
  return {
    request,
    endpoint: { family: 'bedrock', provider: 'bedrock', upstreamModel: model, baseUrl },
  };
}

/** The last turn of the assistant in what goes out next. */
function sentBack(name: string, message: ChatMessageOut): Block[] {
  const { request, endpoint } = caseOf(name);
  const next = goneOn(request, message);
  expect(foreignContent(next, endpoint)).toBeNull();
  const { messages } = chat.toWire(next, endpoint, false) as Turns;
  return messages.findLast(({ role }) => role === 'assistant')?.content ?? [];
}

describe('an answer of ours goes back as the provider gave it', () => {
  test.each(cases.filter((name) => existsSync(path.join(ROOT, name, 'reply.json'))))(
    '%s',
    (name) => {
      const reply = JSON.parse(read(name, 'reply.json')) as {
        output: { message: { content: Block[] } };
      };
      const message = chat.fromWire(reply, caseOf(name).endpoint).choices[0]?.message;
      if (message === undefined) throw new Error('no answer');
      const joined = JSON.stringify(sentBack(name, message)).replaceAll('"},{"text":"', '');
      const reported = JSON.stringify(asSentBack(reply.output.message.content));
      expect(JSON.parse(joined)).toEqual(JSON.parse(reported.replaceAll('"},{"text":"', '')));
    },
  );

  const whole = ['stream', 'stream-calls', 'stream-signed-reasoning', 'stream-citations'];
  test.each([...whole, 'stream-server-tools'])('%s', (name) => {
    const { endpoint } = caseOf(name);
    const bytes = streamOf(read(name, 'events.txt'));
    const { message } =
      accumulated(replayStream(chat, endpoint, { bytes, cuts: [] })).choices[0] ?? {};
    if (message === undefined) throw new Error('no answer');
    const blocks = sentBack(name, message);
    const text = JSON.stringify(blocks);
    const events = read(name, 'events.txt');
    for (const [, value = ''] of events.matchAll(/"(?:signature|redactedContent)": "([^"]+)"/gu)) {
      expect(text).toContain(value);
    }
    const kept = message.extra_content?.['bedrock'] as { content: Block[] } | undefined;
    if (kept !== undefined) expect(blocks).toEqual(asSentBack(kept.content));
    expect(blocks.filter(({ toolUse }) => toolUse !== undefined)).toHaveLength(
      (events.match(/"toolUseId"/gu) ?? []).length -
        (events.match(/"toolResult": \{/gu) ?? []).length,
    );
  });
});
