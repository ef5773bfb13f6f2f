import type { ToolCall, ToolCallDelta } from '@tollgate/contract/chat';
import { MalformedReply } from '../../adapter/adapter.ts';
import { asText } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import {
  ARGUMENTS_CHARACTERS_MAX,
  CALLS_MAX,
  assertCallHead,
  madeCallId,
  wholeArguments,
} from '../chat-completions/call-ids.ts';
import { EXTRA, callOf } from './content.ts';
import { createPartialCall, isPartial } from './partial-call.ts';
import type { PartialCall } from './partial-call.ts';
import type { WirePart } from './types.ts';

/** A complete call: its form in a stream, and the provider's part that held it. */
export interface WholeCall {
  delta: ToolCallDelta;
  part: WirePart;
}

/** The calls of one alternative, in the order in which they end. */
export interface Calls {
  /**
   * The calls that this piece completes: usually one; two when the piece also ends a call that came
   * in pieces.
   * @throws MalformedReply when the piece is no call, or there are too many calls
   */
  push(call: JsonObject, part: WirePart, reply: JsonObject): WholeCall[];
  /** The call that was still open. */
  end(): WholeCall[];
  /** The complete calls. */
  made(): ToolCall[];
}

/** Collects the calls of alternative number `choice`. */
export function createCalls(choice: number): Calls {
  const made: ToolCall[] = [];
  let open: { call: PartialCall; reply: JsonObject } | null = null;
  let characters = 0;

  const finish = (part: WirePart, reply: JsonObject): WholeCall => {
    const call = callOf(part) ?? {};
    const name = asText(call['name']);
    if (name === undefined) throw new MalformedReply('a call names no function');
    if (made.length >= CALLS_MAX) throw new MalformedReply('the answer holds too many calls');
    const args = wholeArguments(call['args']);
    characters += args.length;
    if (characters > ARGUMENTS_CHARACTERS_MAX) throw new MalformedReply('arguments too long');
    const id = freeId(call, reply);
    assertCallHead({ id, name });
    const whole: ToolCall = {
      id,
      type: 'function',
      function: { name, arguments: args },
      ...signatureOf(part),
    };
    made.push(whole);
    return { delta: { index: made.length - 1, ...whole }, part };
  };
  /**
   * The provider's id; where the id is missing or was used before, an id made from the call and its
   * index.
   */
  const freeId = (call: JsonObject, reply: JsonObject): string => {
    const id = asText(call['id']);
    if (id !== undefined && !made.some((other) => other.id === id)) return id;
    const { responseId, createTime, modelVersion } = reply;
    const seed = { id: responseId, created: createTime, model: [modelVersion, call] };
    return madeCallId(seed, choice, made.length);
  };
  const close = (): WholeCall[] => {
    if (open === null) return [];
    const { call, reply } = open;
    open = null;
    return [finish(call.part(), reply)];
  };
  return {
    push(call, part, reply) {
      const begins = asText(call['name']) !== undefined;
      const ended = begins ? close() : [];
      if (open === null && !isPartial(call)) return [...ended, finish(part, reply)];
      if (open === null && !begins) throw new MalformedReply('a call names no function');
      open ??= { call: createPartialCall(call), reply };
      open.call.add(call, part);
      return call['willContinue'] === true ? ended : [...ended, ...close()];
    },
    end: close,
    made: () => made,
  };
}

function signatureOf(part: WirePart): Pick<ToolCall, 'extra_content'> {
  const signature = asText(part['thoughtSignature']);
  if (signature === undefined) return {};
  return { extra_content: { [EXTRA]: { thought_signature: signature } } };
}
