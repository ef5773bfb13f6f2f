import type { ChatRequest } from '@tollgate/contract/chat';
import { keptMessages } from '@tollgate/contract/text-only';
import { isObject } from '../json.ts';

/**
 * The body with its messages as the caller wrote them, for wires that take the list of messages as
 * it is; null where the wire does not, or the bytes were not kept. The other members are written:
 * the name of the model is the provider's own, and the ceiling is ours.
 */
export function withKeptMessages(wire: unknown, request: ChatRequest): Buffer | null {
  if (!isObject(wire) || wire['messages'] !== request.messages) return null;
  const bytes = keptMessages(request.messages);
  const { messages: _, ...rest } = wire;
  if (bytes === undefined || rest['model'] === undefined) return null;
  const others = JSON.stringify(rest);
  return Buffer.concat([Buffer.from('{"messages":'), bytes, Buffer.from(`,${others.slice(1)}`)]);
}
