import type { ChatRequest } from '@tollgate/contract/chat';
import type { Refusal } from './check-contract.ts';

/**
 * For wires without a place for the name of who speaks: why a request that names speakers can not go out. A tool's result may
 * carry its tool's name, which every wire finds by the call.
 */
export function refuseSpeakerNames({ messages }: ChatRequest): Refusal | null {
  const position = messages.findIndex(
    (message) => message.role !== 'tool' && message.name !== undefined,
  );
  if (position < 0) return null;
  return {
    param: `messages[${position}].name`,
    message: 'This model knows no names of those who speak.',
  };
}
