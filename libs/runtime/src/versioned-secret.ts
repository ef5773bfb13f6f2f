/** For how many days an exchanged key still opens what it sealed and callers hold. */
export const RETIRED_KEY_DAYS = 30;

/**
 * A secret in versions, so that it can be exchanged: every version is accepted, the current one
 * makes everything new.
 */
export interface VersionedSecret {
  current: string;
  /** By version, oldest first. */
  versions: ReadonlyMap<string, Buffer>;
}

/**
 * Reads `{"current":"v2","keys":{"v1":"<base64>","v2":"<base64>"}}`, oldest first.
 * @param name of the variable, for the faults
 * @throws Error naming the fault, never the value
 */
export function parseVersionedSecret(
  name: string,
  json: string,
  isLongEnough: (bytes: Buffer) => boolean,
): VersionedSecret {
  const { current, keys } = readDocument(name, json);
  const versions = new Map<string, Buffer>();
  for (const [version, text] of Object.entries(keys)) {
    const bytes = Buffer.from(String(text), 'base64');
    if (!isLongEnough(bytes)) throw new Error(`${name}: version ${version} has a wrong length`);
    versions.set(version, bytes);
  }
  if (!versions.has(current)) throw new Error(`${name}: the current version has no key`);
  return { current, versions };
}

function readDocument(name: string, json: string): { current: string; keys: object } {
  let value: { current?: unknown; keys?: unknown } | null;
  try {
    value = JSON.parse(json) as typeof value;
  } catch {
    throw new Error(`${name} is not JSON`);
  }
  const current = value?.current;
  const keys = value?.keys;
  if (typeof current !== 'string' || typeof keys !== 'object' || keys === null) {
    throw new Error(`${name} needs "current" and "keys"`);
  }
  return { current, keys };
}
