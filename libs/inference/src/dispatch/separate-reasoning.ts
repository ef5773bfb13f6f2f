import type { ChatChunkChoice, ChatDelta, ChatMessageOut } from '@tollgate/contract/chat';
import { packReplayData } from '@tollgate/structure/replay-data';

/** The deltas of the first answer, which is the only one on routes other than chat. */
export function deltasOf(choices: readonly ChatChunkChoice[]): ChatDelta[] {
  return choices.filter(({ index }) => index === 0).map(({ delta }) => delta);
}

/** Whether a delta holds reasoning. */
export function hasReasoning({ reasoning_content: reasoning }: ChatDelta): boolean {
  return Boolean(reasoning);
}

/** Whether a delta holds more than reasoning. */
export function hasContent({ content, refusal, tool_calls: calls }: ChatDelta): boolean {
  return Boolean(content) || Boolean(refusal) || (calls ?? []).length > 0;
}

/** Reasoning that has ended before the answer began, to be sealed. */
export function packedReasoning(reasoning: string): string {
  const message = { role: 'assistant', content: null, refusal: null } as const;
  return packReplayData({ ...message, reasoning_content: reasoning }) ?? '';
}

/**
 * What has to come back with the reasoning that is open, or beside the reasoning that was sent;
 * null when nothing has.
 */
export function packedRest(message: ChatMessageOut, open: string | null): string | null {
  const { reasoning_content: _told, ...rest } = message;
  return packReplayData(open === null ? rest : { ...rest, reasoning_content: open });
}
