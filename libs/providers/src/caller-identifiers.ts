import { isObject } from './json.ts';
import type { JsonObject } from './json.ts';

/** Turns a name that a caller chose into one that no other owner of keys can choose. */
export type IdentifierScope = (chosen: string) => string;

/**
 * Members of a request by which providers tell the users of one account apart: OpenAI's `prompt_cache_key`, `safety_identifier` and `user`, OpenRouter's
 * `session_id`, DeepSeek's and Z.ai's `user_id`, and Anthropic's `metadata.user_id`. All owners of keys share the operator's account there.
 */
const IDENTIFIERS = ['prompt_cache_key', 'safety_identifier', 'user', 'user_id', 'session_id'];
const IDENTIFIERS_IN_METADATA = ['user_id'];

/**
 * The body of a request with every such name in the owner's scope. Bodies are looked at as they leave, so that it makes no difference whether a name was
 * mapped or handed on as it came.
 * @param scope absent where a credential has one user only; the body then stays as it is
 * @returns the same body where nothing changes
 */
export function withScopedIdentifiers(body: unknown, scope: IdentifierScope | undefined): unknown {
  if (scope === undefined || !isObject(body)) return body;
  const scoped = scopedMembers(body, IDENTIFIERS, scope);
  const { metadata } = body;
  if (!isObject(metadata)) return scoped;
  return { ...scoped, metadata: scopedMembers(metadata, IDENTIFIERS_IN_METADATA, scope) };
}

function scopedMembers(
  given: JsonObject,
  names: readonly string[],
  scope: IdentifierScope,
): JsonObject {
  const present = names.filter((name) => given[name] !== undefined && given[name] !== null);
  if (present.length === 0) return given;
  const changed = present.map((name) => [name, scope(textOf(given[name]))]);
  return { ...given, ...Object.fromEntries(changed) };
}

/** A provider of this wire may take a number as well. */
function textOf(chosen: unknown): string {
  return typeof chosen === 'string' ? chosen : JSON.stringify(chosen);
}
