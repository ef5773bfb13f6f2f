import type { ChatRequest, Message } from '@tollgate/contract/chat';
import type { ParameterRule } from '@tollgate/contract/request-contract';
import type { PromptHint } from '@tollgate/contract/unknown-fields';
import type { Family, Endpoint } from '../adapter/adapter.ts';
import { ANY } from './contract.ts';

/** The hints within a prompt that chat completions can carry. */
export const CHAT_HINTS = ['name', 'image_detail'] as const satisfies readonly PromptHint[];
const RESPONSES_HINTS = ['image_detail'] as const satisfies readonly PromptHint[];
/** Models that say of each text what it is for, and want that back, wherever they are served. */
const KNOWS_PHASES = /(?:^|\/)gpt-(?:5\.[3-9]|[6-9])/u;

/** The hints within a prompt that a model takes over the Responses interface. */
export function responsesHintsOf(upstreamModel: string): readonly PromptHint[] {
  return KNOWS_PHASES.test(upstreamModel) ? [...RESPONSES_HINTS, 'phase'] : RESPONSES_HINTS;
}

/** The rules of a contract for hints within a prompt that go on. */
export function promptHintRules(
  hints: readonly PromptHint[],
): Partial<Record<PromptHint, ParameterRule>> {
  return Object.fromEntries(hints.map((hint) => [hint, ANY]));
}

/**
 * The hints within a prompt that the wire of an endpoint cannot carry, as paths of the request. The
 * name in the result of a tool is none: every wire finds the tool by its call.
 */
export function promptHintsLeftOut(
  request: ChatRequest,
  { family, endpoint }: { family: Family; endpoint: Endpoint },
): string[] {
  const taken: readonly PromptHint[] = family.promptHints?.(endpoint, request) ?? [];
  return request.messages.flatMap((message, at) =>
    hintsOf(message).flatMap(({ hint, path }) =>
      taken.includes(hint) ? [] : [`messages[${at}].${path}`],
    ),
  );
}

function hintsOf(message: Message): { hint: PromptHint; path: string }[] {
  const { role, content, name } = message;
  const ofSpeaker = role !== 'tool' && name !== undefined && name !== null;
  const phase = role === 'assistant' ? (message.phase ?? null) : null;
  const parts: readonly ImageLike[] = Array.isArray(content) ? content : [];
  return [
    ...(ofSpeaker ? [{ hint: 'name' as const, path: 'name' }] : []),
    ...(phase === null ? [] : [{ hint: 'phase' as const, path: 'phase' }]),
    ...parts.flatMap(({ image_url: image }, at) => {
      if (image?.detail === undefined || image.detail === null) return [];
      return [{ hint: 'image_detail' as const, path: `content[${at}].image_url.detail` }];
    }),
  ];
}

/** A part of a message, which may be an image. */
interface ImageLike {
  type: string;
  image_url?: { detail?: string | null };
}
