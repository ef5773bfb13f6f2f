import type { ChatRequest, Message, ToolMessage } from '@tollgate/contract/chat';
import type { Refusal } from './refusal.ts';

/** What stands in front of a result of a tool that failed, on wires without a mark for failures. */
const FAILED = 'The tool failed.';

/** For wires without a mark for results of tools that failed: the content, which says so in words. */
export function spokenResult({ content, is_error: failed }: ToolMessage): ToolMessage['content'] {
  if (failed !== true) return content;
  if (typeof content === 'string') return content === '' ? FAILED : `${FAILED}\n${content}`;
  return [{ type: 'text', text: FAILED }, ...content];
}

/** The texts of a result; images are refused before, where a wire has no place for them. */
export function textsIn(
  content: ToolMessage['content'],
): string | { type: 'text'; text: string }[] {
  return typeof content === 'string' ? content : content.filter((part) => part.type === 'text');
}

/** For wires whose results of tools are text: why a request with an image in a result cannot be sent. */
export function refuseResultImages({ messages }: ChatRequest): Refusal | null {
  for (const [position, message] of messages.entries()) {
    const part = imageIn(message);
    if (part < 0) continue;
    const param = `messages[${position}].content[${part}]`;
    return { param, message: 'This model takes results of tools as text only, without images.' };
  }
  return null;
}

function imageIn({ role, content }: Message): number {
  if (role !== 'tool' || typeof content === 'string') return -1;
  return content.findIndex(({ type }) => type === 'image_url');
}
