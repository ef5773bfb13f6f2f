import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ChatRequest } from '@tollgate/contract/chat';
import type { Family, MappedEvent, Endpoint } from '@tollgate/providers/adapter/adapter';
import { FAMILIES } from '@tollgate/providers/families';
import { streamOf } from './event-stream.ts';
import { replayStream } from './replay.ts';

/**
 * Each folder `<family>/<case>` holds a request of ours (`request.json`) and the provider's answer
 * (`reply.json` or `events.txt`), and what the family has to make of them: `wire.json`, and
 * `completion.json` or `chunks.jsonl`. `WRITE_FIXTURES=1` writes the expectations anew; read the
 * difference before you keep it.
 */
interface Case {
  provider: string;
  model: string;
  base_url?: string;
  request: ChatRequest;
}

const ROOT = import.meta.dirname;
const WRITES = process.env['WRITE_FIXTURES'] === '1';
const cases = FAMILIES.flatMap((family) => {
  const folder = path.join(ROOT, family.id);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.map((name) => [`${family.id}/${name}`, family] as const);
});

function read(folder: string, file: string): string {
  return readFileSync(path.join(ROOT, folder, file), 'utf8');
}

function expectJson(folder: string, file: string, made: unknown): void {
  const text = `${JSON.stringify(made, null, 2)}\n`;
  if (WRITES) writeFileSync(path.join(ROOT, folder, file), text);
  expect(JSON.parse(text)).toEqual(JSON.parse(read(folder, file)));
}

function expectLines(folder: string, file: string, made: string): void {
  if (WRITES) writeFileSync(path.join(ROOT, folder, file), made);
  expect(made).toBe(read(folder, file));
}

function lines(events: readonly MappedEvent[]): string {
  return events.map((event) => `${JSON.stringify(event)}\n`).join('');
}

describe.each(cases)('%s', (folder, family: Family) => {
  const {
    request,
    provider,
    model,
    base_url: baseUrl,
  } = JSON.parse(read(folder, 'request.json')) as Case;
  const endpoint: Endpoint = {
    family: family.id,
    provider,
    upstreamModel: model,
    baseUrl: baseUrl ?? 'https://api.example.com/v1',
  };
  const { chat } = family;
  if (chat === undefined) throw new TypeError(`${family.id} has no chat`);
  const isStream = existsSync(path.join(ROOT, folder, 'events.txt'));

  it('the request to the provider is the one that was written down', () => {
    expectJson(folder, 'wire.json', chat.toWire(request, endpoint, isStream));
  });

  if (!isStream) {
    it('the answer of the provider is mapped as it was written down', () => {
      const reply: unknown = JSON.parse(read(folder, 'reply.json'));
      expectJson(folder, 'completion.json', chat.fromWire(reply, endpoint));
    });
    return;
  }

  it('reads the stream, cut at every byte', () => {
    const text = readFileSync(path.join(ROOT, folder, 'events.txt'));
    const isBinary = chat.framing === 'aws-event-stream';
    const bytes = isBinary ? streamOf(text.toString()) : text;
    const whole = lines(replayStream(chat, endpoint, { bytes, cuts: [] }));
    expectLines(folder, 'chunks.jsonl', whole);
    for (let at = 1; at < bytes.length; at += 1) {
      expect(lines(replayStream(chat, endpoint, { bytes, cuts: [at] }))).toBe(whole);
    }
    const everywhere = Array.from({ length: bytes.length - 1 }, (_, index) => index + 1);
    expect(lines(replayStream(chat, endpoint, { bytes, cuts: everywhere }))).toBe(whole);
  });
});
