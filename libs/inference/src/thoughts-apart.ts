import type { ChatChunkChoice, ChatDelta, ChatMessageOut } from '@tollgate/contract/chat';
import { packReplayData } from '@tollgate/structure/replay-data';

/** What is said of the one answer that routes other than chat can tell. */
export function deltasOf(choices: readonly ChatChunkChoice[]): ChatDelta[] {
  return choices.filter(({ index }) => index === 0).map(({ delta }) => delta);
}

/** Whether a delta holds thoughts. */
export function thinks({ reasoning_content: thoughts }: ChatDelta): boolean {
  return Boolean(thoughts);
}

/** Whether a delta holds more than thoughts. */
export function speaks({ content, refusal, tool_calls: calls }: ChatDelta): boolean {
  return Boolean(content) || Boolean(refusal) || (calls ?? []).length > 0;
}

/** Thoughts that have ended before the answer began, to be sealed. */
export function packedThoughts(thoughts: string): string {
  const message = { role: 'assistant', content: null, refusal: null } as const;
  return packReplayData({ ...message, reasoning_content: thoughts }) ?? '';
}

/** What has to come back with the thoughts that are open, or beside those that are told; null when nothing has. */
export function packedRest(message: ChatMessageOut, open: string | null): string | null {
  const { reasoning_content: _told, ...rest } = message;
  return packReplayData(open === null ? rest : { ...rest, reasoning_content: open });
}
