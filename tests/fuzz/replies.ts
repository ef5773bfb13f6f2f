import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { ChatRequest } from '@tollgate/contract/chat';
import type {
  ChatMapper,
  Family,
  HttpCall,
  ModelListing,
  Endpoint,
} from '@tollgate/providers/adapter/adapter';
import { FAMILIES, familyById } from '@tollgate/providers/families';
import got from 'got';
import { RECORDINGS, familyIdOf, readRecordings, endpointFor } from '../providers/recordings.ts';
import type { Recording } from '../providers/recordings.ts';
import { startFakeProvider } from '../fake-provider/server.ts';

/** What a reply is an answer to, and so who reads it. */
export type Form = 'stream' | 'whole' | 'error' | 'embeddings' | 'listing';

/** A reply of a provider as bytes. */
export interface Sample {
  family: Family;
  target: Endpoint;
  form: Form;
  bytes: Buffer;
  /**
   * A binary stream is kept as lines of a name, a blank and JSON: changed bytes would fail their
   * checksum and test nothing but that.
   */
  lines: boolean;
}

const FIXTURES = path.resolve(import.meta.dirname, '../providers');
/** Samples beyond that length make each input slow and add nothing. */
const BYTES_MAX = 65_536;

/**
 * Every reply at hand: those of the fixtures, of the recordings where they are there, and the fake
 * provider's own.
 */
export async function readSamples(folder = RECORDINGS): Promise<Sample[]> {
  const recorded = existsSync(folder) ? readRecordings(folder).flatMap(ofRecording) : [];
  const samples = [...FAMILIES.flatMap(ofFixtures), ...recorded, ...(await ofFakeProvider())];
  return samples.filter(({ bytes }) => bytes.length > 0 && bytes.length <= BYTES_MAX);
}

function ofFixtures(family: Family): Sample[] {
  const folder = path.join(FIXTURES, family.id);
  if (!existsSync(folder) || family.chat === undefined) return [];
  const lines = family.chat.framing === 'aws-event-stream';
  return readdirSync(folder).map((name): Sample => {
    const request = JSON.parse(readFileSync(path.join(folder, name, 'request.json'), 'utf8')) as {
      provider: string;
      model: string;
    };
    const target = targetOf(family, request.provider, request.model);
    const events = path.join(folder, name, 'events.txt');
    return existsSync(events)
      ? { family, target, form: 'stream', bytes: readFileSync(events), lines }
      : {
          family,
          target,
          form: 'whole',
          bytes: readFileSync(path.join(folder, name, 'reply.json')),
          lines: false,
        };
  });
}

function targetOf(family: Family, provider: string, upstreamModel: string): Endpoint {
  return { family: family.id, provider, upstreamModel, baseUrl: 'https://api.example.com/v1' };
}

function ofRecording(recording: Recording): Sample[] {
  const family = familyById(familyIdOf(recording) ?? '');
  if (family === undefined) return [];
  const { status, body, sse, ndjson, base64, text } = recording.response;
  const target = endpointFor(recording, family.id, 'https://api.example.com/v1');
  const sample = (form: Form, bytes: Buffer): Sample[] => [
    { family, target, form, bytes, lines: false },
  ];
  const streamed = sse ?? ndjson;
  if (status !== 200) return sample('error', Buffer.from(text ?? JSON.stringify(body ?? '')));
  if (streamed !== undefined) return sample('stream', Buffer.from(streamed));
  if (base64 !== undefined) return sample('stream', Buffer.from(base64, 'base64'));
  if (body === undefined) return [];
  const form = /embed/u.test(recording.endpoint) ? 'embeddings' : 'whole';
  return sample(form, Buffer.from(JSON.stringify(body)));
}

const TOOLS: ChatRequest['tools'] = [
  { type: 'function', function: { name: 'get_weather', parameters: { type: 'object' } } },
];
const PROMPTS: Partial<ChatRequest>[] = [
  { messages: [{ role: 'user', content: 'Tell me about the weather, please.' }] },
  { messages: [{ role: 'user', content: 'Call get_weather now.' }], tools: TOOLS },
  { messages: [{ role: 'user', content: '[[provider: reasoning=20]] Think first.' }] },
  { messages: [{ role: 'user', content: '[[provider: tool=many]] Look.' }], tools: TOOLS },
  { messages: [{ role: 'user', content: '[[provider: content=sse]] Say it.' }] },
];
/**
 * The families that the fake provider speaks, with their root there, a model of theirs and what
 * signs their calls.
 */
const FAKES: readonly [string, string, string, Record<string, string>][] = [
  ['openai', '/openai/v1', 'gpt-4o-mini', { api_key: 'key' }],
  ['openai', '/openai/v1', 'gpt-5.2-codex', { api_key: 'key' }],
  ['google', '/v1beta', 'gemini-2.5-flash', { api_key: 'key' }],
  ['anthropic', '', 'claude-sonnet-4-5', { api_key: 'key' }],
  ['ollama', '', 'demo-small:latest', {}],
  ['bedrock', '', 'amazon.nova-lite-v1:0', { region: 'us-east-1', api_key: 'key' }],
];

async function ofFakeProvider(): Promise<Sample[]> {
  const provider = await startFakeProvider();
  const samples: Sample[] = [];
  try {
    for (const [id, root, model, credential] of FAKES) {
      const family = familyById(id);
      if (family?.chat === undefined) throw new Error(`there is no family ${id}`);
      const target = { ...targetOf(family, id, model), baseUrl: provider.url + root };
      const sample = async (form: Form, call: HttpCall): Promise<void> => {
        const bytes = await bytesOf(await family.sign(call, credential, new Date()));
        samples.push({ family, target, form, bytes, lines: false });
      };
      for (const prompt of PROMPTS) {
        await sample('whole', chatCall(family.chat, target, { ...prompt, stream: false }));
        await sample('stream', chatCall(family.chat, target, { ...prompt, stream: true }));
      }
      if (family.listing !== undefined) await sample('listing', listCall(family.listing, target));
    }
  } finally {
    await provider.stop();
  }
  return samples;
}

function chatCall(chat: ChatMapper, target: Endpoint, more: Partial<ChatRequest>): HttpCall {
  const request = { model: target.upstreamModel, max_tokens: 200, ...more } as ChatRequest;
  const stream = request.stream === true;
  return {
    method: 'POST',
    url: target.baseUrl + chat.path(target, stream),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(chat.toWire(request, target, stream)),
  };
}

function listCall(listing: ModelListing, target: Endpoint): HttpCall {
  const root = listing.baseUrl?.(target.baseUrl) ?? target.baseUrl;
  return { method: 'GET', url: root + listing.path, headers: {} };
}

async function bytesOf({ method, url, headers, body }: HttpCall): Promise<Buffer> {
  const answer = await got(url, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
    responseType: 'buffer',
    retry: { limit: 0 },
  });
  return Buffer.from(answer.body);
}
