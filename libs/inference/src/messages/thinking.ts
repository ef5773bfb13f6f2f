import type {
  MessagesDocument,
  MessagesRequest,
  RedactedThinkingBlock,
  ThinkingBlock,
} from '@tollgate/contract/messages';
import type { OpenedThinking, ThinkingOrRedacted } from '@tollgate/structure/messages-conversation';
import { unpackReplayData } from '@tollgate/structure/replay-data';
import type { ReplayData } from '@tollgate/structure/replay-data';
import type { ReasoningSeals, SealedFor } from '../seals/reasoning-seal.ts';

/**
 * A seal of ours (a compact JWE without an encrypted key); no provider signs thinking in this
 * shape.
 */
const SEALED = /^eyJ[\w-]*\.\.[\w-]+\.[\w-]+\.[\w-]+$/u;

/**
 * The contents of the thinking blocks of a request that were sealed here, for this user and this
 * model; null for those of another model. Thinking that anybody else has signed stays closed: it is
 * for the model that signed it.
 */
export async function openThinking(
  seals: ReasoningSeals,
  { messages, model }: Pick<MessagesRequest, 'messages' | 'model'>,
  userId: string,
): Promise<OpenedThinking> {
  const opened = new Map<ThinkingOrRedacted, ReplayData | null>();
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

/** The document with its thinking sealed for the caller that gets it. */
export async function sealThinking(
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
