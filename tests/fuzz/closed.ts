/**
 * A schema that takes no members but those that it names, at any depth; maps of anything stay as
 * they are.
 */
export function closed(schema: unknown): object {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema as unknown as object;
  const parts = Object.entries(schema).map(([name, part]) => [name, closed(part)]);
  return {
    ...(Object.fromEntries(parts) as object),
    ...('properties' in schema ? { additionalProperties: false } : {}),
  };
}
