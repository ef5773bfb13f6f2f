import { MalformedReply, ProviderError } from '../../adapter/adapter.ts';
import type { MappedAnswer, Endpoint } from '../../adapter/adapter.ts';
import { asObject, asText, isObject } from '../../json.ts';
import { unfinished } from '../failures.ts';
import { messageFromBlocks } from './content.ts';
import { finishFromWire } from './finish.ts';
import { usageFromWire } from './usage.ts';

/** The reason of an answer that is whole and names none. */
export const WHOLE = 'end_turn';

/**
 * A whole answer from the provider's JSON. What the provider adds about itself (times, guardrail
 * traces with account ids) is not passed on.
 * @throws MalformedReply when it is no answer
 * @throws ProviderError when the provider says that the model failed
 */
export function fromWireReply(reply: unknown, endpoint: Endpoint): MappedAnswer {
  if (!isObject(reply)) throw new MalformedReply('the reply is no JSON object');
  const { content } = asObject(asObject(reply['output'])['message']);
  if (!Array.isArray(content)) throw new MalformedReply('the reply holds no message');
  const reason = asText(reply['stopReason']) ?? (content.length > 0 ? WHOLE : undefined);
  if (reason === undefined) throw new MalformedReply('the reply has no stop reason');
  const blocks: unknown[] = content;
  if (!blocks.every(isObject)) throw new MalformedReply('a block is no object');
  const message = messageFromBlocks(blocks, endpoint);
  const finish = finishFromWire(reason, message.tool_calls !== undefined);
  if (finish === null) throw new ProviderError(unfinished(reason));
  return {
    choices: [{ index: 0, message, finish_reason: finish, logprobs: null }],
    ...usageFromWire(reply['usage']),
  };
}
