import type { ChatChunkChoice, ChatDelta } from '@tollgate/contract/chat';
import { MalformedReply } from '../../adapter/adapter.ts';
import type { Endpoint } from '../../adapter/adapter.ts';
import { asList, asObject, asText, isObject } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { createCalls } from './tools.ts';
import type { WholeCall } from './tools.ts';
import { endFromWire, finishFromWire } from './finish.ts';
import type { Ended } from './finish.ts';
import { logprobsFromWire } from './logprobs.ts';
import { EXTRA, appendPart, callOf, isThought, saysMore } from './content.ts';
import { keptParts } from './replay.ts';
import type { WirePart } from './types.ts';

/** Characters of JSON in all parts of one alternative. */
const PARTS_CHARACTERS_MAX = 8_388_608;
/** Fields of a candidate that are read, or that say nothing about the answer. */
const READ: ReadonlySet<string> = new Set([
  'content',
  'index',
  'finishReason',
  'finishMessage',
  'logprobsResult',
  'avgLogprobs',
  'tokenCount',
]);

/** One alternative of an answer, from as many pieces as it comes in. */
export interface Candidate {
  /**
   * What a piece adds, or null when it adds nothing that can be shown yet.
   * @param reply the event that held the piece
   * @throws MalformedReply when it is not what the wire promises
   */
  read(piece: JsonObject, reply: JsonObject): ChatChunkChoice | null;
  /** The provider refused the prompt and says why. */
  block(feedback: JsonObject): void;
  /**
   * The last delta with the finish reason and what has to be handed back; null when the provider
   * failed.
   */
  end(): ChatChunkChoice | null;
  /** Whether the provider has said why it ended. */
  isOver(): boolean;
  /** Whether there is text or a call. */
  holdsSomething(): boolean;
  /** The provider's word for why it ended, with its sentence where there is one; null before. */
  reason(): string | null;
}

/** Makes an empty alternative. */
export function createCandidate(index: number, endpoint: Endpoint): Candidate {
  const turn = createTurn(index);
  const extra: JsonObject = {};
  let finish: string | null = null;
  let finishMessage: unknown;
  let isBlocked = false;
  let hasRole = false;
  return {
    read(piece, reply) {
      const delta: ChatDelta = {};
      for (const part of partsOf(piece)) turn.read(asObject(part), reply, delta);
      finish = asText(piece['finishReason']) ?? finish;
      finishMessage = piece['finishMessage'] ?? finishMessage;
      Object.assign(extra, unknownFields(piece));
      const logprobs = logprobsFromWire(piece['logprobsResult']);
      if (Object.keys(delta).length === 0 && logprobs === undefined) return null;
      const role = hasRole ? {} : ({ role: 'assistant' } as const);
      hasRole = true;
      const reported = logprobs === undefined ? {} : { logprobs };
      return { index, delta: { ...role, ...delta }, finish_reason: null, ...reported };
    },
    block(feedback) {
      isBlocked = true;
      extra['promptFeedback'] = feedback;
    },
    end() {
      const delta: ChatDelta = hasRole ? {} : { role: 'assistant' };
      turn.end(delta);
      const reason = finish ?? 'STOP';
      const word = isBlocked ? 'content_filter' : finishFromWire(reason, turn.holds());
      if (word === null) return null;
      const end = isBlocked ? {} : endFromWire(reason, finishMessage);
      const kept = { ...extra, ...end, ...turn.opaque(endpoint) };
      if (Object.keys(kept).length > 0) delta.extra_content = { [EXTRA]: kept };
      return { index, delta, finish_reason: word };
    },
    isOver: () => isBlocked || finish !== null,
    holdsSomething: () => turn.holds().hasText || turn.holds().hasCalls,
    reason: () => [finish, asText(finishMessage)].filter(Boolean).join(': ') || null,
  };
}

/** What the model has said so far. */
interface Turn {
  /** Adds what a part says to a delta. */
  read(part: JsonObject, reply: JsonObject, delta: ChatDelta): void;
  /** Adds what is still missing at the end. */
  end(delta: ChatDelta): void;
  holds(): Ended;
  /** The content that only the provider understands, with the model that made it. */
  opaque(endpoint: Endpoint): JsonObject;
}

function createTurn(index: number): Turn {
  const parts: WirePart[] = [];
  const calls = createCalls(index);
  let hasText = false;
  let characters = 0;
  const take = (whole: readonly WholeCall[], delta: ChatDelta): void => {
    if (whole.length === 0) return;
    parts.push(...whole.map((made) => made.part));
    delta.tool_calls = [...(delta.tool_calls ?? []), ...whole.map((made) => made.delta)];
  };
  return {
    read(part, reply, delta) {
      characters += JSON.stringify(part).length;
      if (characters > PARTS_CHARACTERS_MAX) throw new MalformedReply('the parts are too long');
      const call = callOf(part);
      if (call !== undefined) return take(calls.push(call, part, reply), delta);
      const { text = '' } = part;
      if (typeof text !== 'string') throw new MalformedReply('the text of a part is no text');
      const isAnswer = !isThought(part);
      if (text !== '') add(delta, isAnswer ? 'content' : 'reasoning_content', text);
      hasText ||= isAnswer && text !== '';
      appendPart(parts, part);
    },
    end: (delta) => take(calls.end(), delta),
    holds: () => ({ hasCalls: calls.made().length > 0, hasText }),
    opaque({ upstreamModel }) {
      const kept = keptParts(parts);
      const isSigned = parts.some((part) => asText(part['thoughtSignature']) !== undefined);
      return {
        ...(isSigned ? { model: upstreamModel } : {}),
        ...(saysMore(kept, calls.made()) ? { parts: kept } : {}),
      };
    },
  };
}

function partsOf(piece: JsonObject): unknown[] {
  const parts = asObject(piece['content'])['parts'] ?? [];
  if (!Array.isArray(parts)) throw new MalformedReply('the parts of a candidate are no list');
  return parts as unknown[];
}

function add(delta: ChatDelta, name: 'content' | 'reasoning_content', text: string): void {
  delta[name] = (delta[name] ?? '') + text;
}

function unknownFields(piece: JsonObject): JsonObject {
  const entries = Object.entries(piece).filter(
    ([name, value]) => !READ.has(name) && !isEmpty(value),
  );
  return Object.fromEntries(entries);
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  return isObject(value) ? Object.keys(value).length === 0 : asList(value).length === 0;
}
