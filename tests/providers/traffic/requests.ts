import { Ajv } from 'ajv';
import { ChatRequest } from '@tollgate/contract/chat';
import { Type } from 'typebox';
import type { EmbeddingsCall, Family } from '@tollgate/providers/adapter/adapter';
import { checkChatRequest } from '@tollgate/providers/contract/check-contract';
import { finishContract } from '@tollgate/providers/contract/contract';
import type { Loose, Reader } from '../readers/reader.ts';
import { endpointFor } from '../recordings.ts';
import type { Recording } from '../recordings.ts';
import type { Faults } from './compare.ts';
import { differenceFor } from './differences.ts';
import type { Difference } from './differences.ts';
import { baseUrlOf } from './replayer.ts';
import type { SentCall } from './replayer.ts';

const TOKENS_ANY = 1_000_000_000;
const isChatRequest = new Ajv({ strict: false, discriminator: true }).compile<ChatRequest>(
  // A hint of another route, which joins a request after the request was checked.
  Type.Object(
    { ...ChatRequest.properties, reasoning_summary: Type.Optional(Type.String()) },
    { additionalProperties: false },
  ),
);

/**
 * A recorded request as one of ours, without what the model's contract refuses; or why there is
 * none.
 */
export type Asked = { request: ChatRequest; refused: readonly string[] } | { unsaid: string };

/** The request of ours that asks for what the recorded client asked for. */
export function askedFor(recording: Recording, family: Family, reader: Reader): Asked {
  if (recording.asked !== undefined) return { request: recording.asked, refused: [] };
  const body = recording.request?.body;
  if (!body) return { unsaid: 'no request was recorded' };
  const asked = reader.asked(body, recording);
  if (asked === null) return { unsaid: 'the request holds what no field of ours says' };
  const request = { ...asked, model: recording.model ?? 'unknown' };
  if (!isChatRequest(request)) {
    const [fault] = isChatRequest.errors ?? [];
    return { unsaid: `no request of ours: ${fault?.instancePath ?? ''} ${fault?.message ?? ''}` };
  }
  return withoutRefused(request, recording, family);
}

/** What is left of a request when each parameter is taken away that the contract refuses. */
function withoutRefused(request: ChatRequest, recording: Recording, family: Family): Asked {
  const left: Record<string, unknown> & ChatRequest = { ...request };
  const refused: string[] = [];
  for (;;) {
    const param = refusalOf(left, recording, family);
    if (param === null) return { request: left, refused };
    if (!(param in left) || param === 'messages') {
      return { unsaid: `refused by the contract: ${param}` };
    }
    refused.push(param);
    delete left[param];
  }
}

/** The parameter for which the model's contract refuses a request; null when it goes out. */
function refusalOf(request: ChatRequest, recording: Recording, family: Family): string | null {
  const endpoint = endpointFor(recording, family.id, baseUrlOf(recording));
  const draft = family.contract(endpoint.upstreamModel);
  const limits = { context_tokens: TOKENS_ANY, output_tokens: TOKENS_ANY };
  const contract = draft && finishContract({ ...draft, limits: { ...draft.limits, ...limits } });
  const refusal =
    (contract === null ? null : checkChatRequest(contract, request)) ??
    family.foreignContent?.(request, endpoint) ??
    null;
  return refusal === null ? null : refusal.param;
}

/** What the members of a body are called that carry a parameter, in the words of all wires. */
const CARRIED: Partial<Record<string, RegExp>> = {
  frequency_penalty: /frequency_?penalty/iu,
  logprobs: /logprobs/iu,
  n: /^settings\.(?:n|candidateCount)$/u,
  parallel_tool_calls: /parallel_tool_calls|single/u,
  presence_penalty: /presence_?penalty/iu,
  reasoning_effort: /thinking|effort|reasoning|think$/iu,
  response_format: /format|schema|responseMimeType/iu,
  seed: /seed$/u,
  stop: /stop/iu,
  temperature: /temperature/u,
  tool_choice: /^choice$/u,
  tools: /^(?:tools|choice)\b/u,
  top_logprobs: /logprobs/iu,
  top_p: /top_?p$/iu,
};

/** Where a call goes to: method, path and query, each member by itself. */
export function compareAddress(recording: Recording, sent: SentCall, faults: Faults): void {
  const { request } = recording;
  if (request === null) return;
  const formOf = (method: string, address: string): object => {
    const { hostname, pathname, searchParams } = new URL(address);
    const path = decodeURIComponent(pathname);
    const query = searchParams.size === 0 ? undefined : Object.fromEntries(searchParams);
    return { method, hostname, path, query };
  };
  const reported = formOf(request.method ?? 'POST', request.url);
  compareForms({ made: formOf(sent.method, sent.url), reported }, recording, faults);
}

/**
 * What a chat call asks for, member by member of its normal form.
 * @returns the members that the recorded client asked for and that nothing of ours can say
 */
export function compareBody(
  recording: Recording,
  { sent, reader, refused }: { sent: SentCall; reader: Reader; refused: readonly string[] },
  faults: Faults,
): readonly string[] {
  const reported = reader.request(recording.request?.body);
  const made = readOurs(() => reader.request(sent.body), faults);
  if (made === null) return [];
  const isSaid = (path: string): boolean =>
    !refused.some((param) => CARRIED[param]?.test(path) ?? path === `settings.${param}`) &&
    (path.startsWith('settings.') ? reader.says : SAID).test(path);
  return compareForms({ made, reported, isSaid }, recording, faults);
}

/** Members of a normal form that fields of ours say on every wire. */
const SAID =
  /^(?:system|choice|tools\.\d+\.(?:name|description|parameters|strict)|turns\.\d+\.(?:role|name|parts\.\d+\.(?:text|thought|signature|image|detail|call|result|other)))(?:\.|$)/u;

/** The call of ours that asks for what a recorded embeddings request asked for. */
export function embeddingsAsked(recording: Recording, reader: Reader): EmbeddingsCall | null {
  const body = recording.request?.body;
  const reported = body ? reader.embedded?.([body]) : undefined;
  if (reported === undefined) return null;
  const { settings: _, ...call } = reported;
  return JSON.parse(JSON.stringify(call)) as EmbeddingsCall;
}

/** What embeddings calls ask for. */
export function compareEmbedded(
  recording: Recording,
  { sent, reader }: { sent: readonly SentCall[]; reader: Reader },
  faults: Faults,
): void {
  const reported = reader.embedded?.([recording.request?.body]);
  const made = readOurs(() => reader.embedded?.(sent.map(({ body }) => body)), faults);
  if (made !== null) compareForms({ made, reported }, recording, faults);
}

/**
 * What a reader finds in a request of ours; one that it cannot read is a fault of ours and not of
 * the reader.
 */
function readOurs<T>(read: () => T, faults: Faults): T | null {
  try {
    return read();
  } catch (error) {
    faults.add(`what we sent is no request of this wire: ${String(error)}`);
    return null;
  }
}

/** Two normal forms; without `isSaid` every member is one that we can say. */
function compareForms(
  {
    made,
    reported,
    isSaid,
  }: { made: unknown; reported: unknown; isSaid?: (path: string) => boolean },
  recording: Recording,
  faults: Faults,
): readonly string[] {
  const unsaid = new Set<string>();
  const [ours, recorded] = [leavesOf(made), leavesOf(reported)];
  for (const path of new Set([...ours.keys(), ...recorded.keys()])) {
    const pair = { path, ours: ours.get(path), recorded: recorded.get(path) };
    if (pair.ours === pair.recorded) continue;
    // What we wrote down ourselves is the very request that goes out.
    const meant = recording.asked === undefined ? differenceFor(pair, recording) : undefined;
    const isForeign = recording.asked === undefined && pair.ours === undefined;
    if (meant !== undefined) met.add(meant);
    else if (isForeign && isSaid?.(path) === false) unsaid.add(path.replaceAll(/\.\d+/gu, ''));
    else faults.same(`asked: ${path}`, pair.ours, pair.recorded);
  }
  return [...unsaid];
}

const met = new Set<Difference>();

/** The entries of the table of differences that any comparison of this process has met. */
export function differencesMet(): ReadonlySet<Difference> {
  return met;
}

/** Every value of a form under its path; what is null or absent has none. */
function leavesOf(form: Loose, path = '', leaves = new Map<string, unknown>()) {
  if (form === null || form === undefined) return leaves;
  if (typeof form !== 'object') return leaves.set(path, form);
  const entries = Object.entries(form as object);
  // A list or an object without members is something else than nothing.
  if (entries.length === 0 && path.includes('.'))
    leaves.set(path, Array.isArray(form) ? '[]' : '{}');
  for (const [name, value] of entries)
    leavesOf(value, path === '' ? name : `${path}.${name}`, leaves);
  return leaves;
}
