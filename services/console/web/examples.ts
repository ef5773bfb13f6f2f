import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const DESCRIPTION = join(import.meta.dirname, '../../docs/openapi/internal.json');

interface Description {
  paths: Record<
    string,
    { get: { responses: Record<string, { content: Record<string, Content> }> } }
  >;
}
interface Content {
  example?: unknown;
}

/**
 * Gives what the interface description of the administrators' plane shows as the answer of a GET,
 * by its path.
 */
export async function examples(): Promise<(path: string) => unknown> {
  const { paths } = JSON.parse(await readFile(DESCRIPTION, 'utf8')) as Description;
  return (path) => {
    const found = paths[path]?.get.responses['200']?.content['application/json']?.example;
    if (found === undefined) throw new Error(`${path} has no example`);
    return structuredClone(found);
  };
}
