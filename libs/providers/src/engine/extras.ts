import type { ChatRequest, ExtraParameters } from '@tollgate/contract/chat';
import type { ChatMapper, ExtrasPath } from '../adapter/adapter.ts';
import { asObject } from '../json.ts';

/**
 * The mapper for a request with extra parameters: they go as they came, and never instead of a
 * member that the mapper writes.
 */
export function withExtras(
  chat: ChatMapper,
  { extra = {} }: ChatRequest,
  path: ExtrasPath | undefined,
): ChatMapper {
  if (path === undefined || Object.keys(extra).length === 0) return chat;
  return {
    ...chat,
    toWire: (asked, endpoint, stream) => placed(chat.toWire(asked, endpoint, stream), extra, path),
  };
}

function placed(
  wire: unknown,
  extra: ExtraParameters,
  { within, nameOf = (name) => name }: ExtrasPath,
): object {
  const body = asObject(wire);
  const named = Object.fromEntries(
    Object.entries(extra).map(([name, value]) => [nameOf(name), value]),
  );
  if (within === undefined) return { ...named, ...body };
  return { ...body, [within]: { ...named, ...asObject(body[within]) } };
}

/** `top_k` as `topK`. */
export function inCamelCase(name: string): string {
  return name.replaceAll(/_(?<letter>[a-z0-9])/gu, (_, letter: string) => letter.toUpperCase());
}
