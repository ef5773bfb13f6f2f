/** Blocks whose making or reading costs more than their text, and what tools leave that a provider runs. */
const BLOCK = /^(?:document|container_upload|server_tool_use|mcp_[a-z_]+|[a-z_]+_tool_result)$/u;
/** Names with a date are tools and edits of the provider's own, wherever they stand. */
const DATED = /_\d{8}$/u;
/** The one time for which a kept prompt has a price. */
const PRICED_TTL = '5m';

/**
 * What may cost more than tokens within something that is not known here; null when nothing does.
 * @param value of JSON, nested no deeper than a body may be
 * @returns the words behind the name of the field
 */
export function unpricedWithin(value: unknown): string | null {
  if (Array.isArray(value)) return firstOf(value);
  if (typeof value !== 'object' || value === null) return null;
  const { type, ttl } = value as { type?: unknown; ttl?: unknown };
  if (typeof type === 'string' && (BLOCK.test(type) || DATED.test(type))) {
    return `cannot hold ${type}, which has no price here`;
  }
  if (type === 'ephemeral' && ttl !== undefined && ttl !== null && ttl !== PRICED_TTL) {
    return `can be kept for ${PRICED_TTL} only: a longer time has no price here`;
  }
  return firstOf(Object.values(value));
}

function firstOf(values: readonly unknown[]): string | null {
  for (const value of values) {
    const words = unpricedWithin(value);
    if (words !== null) return words;
  }
  return null;
}
