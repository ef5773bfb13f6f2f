import type {
  MessagesDocument,
  MessagesRequest,
  RedactedThinkingBlock,
  ThinkingBlock,
} from '@tollgate/contract/messages';
import type { OpenedThoughts, Thoughts } from '@tollgate/structure/messages-conversation';
import { unpackReplayData } from '@tollgate/structure/replay-data';
import type { ReplayData } from '@tollgate/structure/replay-data';
import type { ReasoningSeals, SealedFor } from '../responses/reasoning-seal.ts';

/** A seal of ours (a compact JWE without an encrypted key); no provider signs thoughts in this shape. */
const SEALED = /^eyJ[\w-]*\.\.[\w-]+\.[\w-]+\.[\w-]+$/u;

/**
 * What is inside the thoughts of a request that were sealed here, for this user and this model; null for those of another model. Thoughts that anybody else has signed stay closed: they are for
 * the model that signed them.
 */
export async function openThoughts(
  seals: ReasoningSeals,
  { messages, model }: Pick<MessagesRequest, 'messages' | 'model'>,
  userId: string,
): Promise<OpenedThoughts> {
  const opened = new Map<Thoughts, ReplayData | null>();
  for (const { role, content } of messages) {
    if (role !== 'assistant' || typeof content === 'string') continue;
    for (const block of content) {
      if (block.type !== 'thinking' && block.type !== 'redacted_thinking') continue;
      const sealed = sealOf(block);
      if (!SEALED.test(sealed)) continue;
      const data = await seals.open(sealed, { userId, model });
      opened.set(block, data === null ? null : unpackReplayData(data));
    }
  }
  return opened;
}

function sealOf(block: ThinkingBlock | RedactedThinkingBlock): string {
  return block.type === 'thinking' ? block.signature : block.data;
}

/** The document with its thoughts sealed for the caller that gets them. */
export async function sealThoughts(
  seals: ReasoningSeals,
  document: MessagesDocument,
  sealedFor: SealedFor,
): Promise<MessagesDocument> {
  const content: MessagesDocument['content'] = [];
  for (const block of document.content) {
    if (block.type === 'thinking') {
      content.push({ ...block, signature: await seals.seal(block.signature, sealedFor) });
    } else if (block.type === 'redacted_thinking') {
      content.push({ ...block, data: await seals.seal(block.data, sealedFor) });
    } else content.push(block);
  }
  return { ...document, content };
}
