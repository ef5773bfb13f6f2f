import type { ChatRequest, Message } from '@tollgate/contract/chat';
import type { Refusal } from './refusal.ts';

/** For wires without a place for the name of a speaker: why a request with one cannot be sent. The name in a tool's result is allowed, since every wire finds it by the call. */
export function refuseNames({ messages }: ChatRequest): Refusal | null {
  const position = messages.findIndex(({ role, name }) => role !== 'tool' && name !== undefined);
  if (position < 0) return null;
  const param = `messages[${position}].name`;
  return { param, message: 'This model knows no names of those who speak.' };
}

/**
 * For wires without a place for the name of a speaker and the detail of an image: why a request with one of them cannot be
 * sent. The name in a tool's result is allowed, since every wire finds it by the call; the detail `auto` asks for nothing.
 */
export function refuseUnspoken(request: ChatRequest): Refusal | null {
  const named = refuseNames(request);
  if (named !== null) return named;
  for (const [position, message] of request.messages.entries()) {
    const part = detailedPart(message);
    if (part >= 0) {
      const param = `messages[${position}].content[${part}].image_url.detail`;
      return { param, message: 'This model looks at images in one way only; leave out detail.' };
    }
  }
  return null;
}

function detailedPart({ role, content }: Message): number {
  if (role !== 'user' || !Array.isArray(content)) return -1;
  return content.findIndex((part) => {
    if (part.type !== 'image_url') return false;
    const detail = part.image_url.detail;
    return detail !== undefined && detail !== 'auto';
  });
}
