import type { ChatRequest, Message } from '@tollgate/contract/chat';
import type { Refusal } from './refusal.ts';

/**
 * For wires without a place for the name of a speaker and the detail of an image: why a request with one of them cannot be
 * sent. The name in a tool's result is allowed, since every wire finds it by the call; the detail `auto` asks for nothing.
 */
export function refuseUnspoken({ messages }: ChatRequest): Refusal | null {
  for (const [position, message] of messages.entries()) {
    const place = `messages[${position}]`;
    if (message.role !== 'tool' && message.name !== undefined) {
      const param = `${place}.name`;
      return { param, message: 'This model knows no names of those who speak.' };
    }
    const part = detailedPart(message);
    if (part >= 0) {
      const param = `${place}.content[${part}].image_url.detail`;
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
