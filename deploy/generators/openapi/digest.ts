import { createHash } from 'node:crypto';

/** The path of the digest, from the root of the repository. */
export const DIGEST = 'libs/contract/api-digest.txt';

const HASH_CHARACTERS = 8;

interface Operation {
  summary?: string;
  security?: readonly Record<string, unknown>[];
  parameters?: unknown;
  requestBody?: unknown;
  responses: Record<string, unknown>;
}
interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
}

/**
 * An interface description in one line an operation and one a schema, for review: `GET /api/keys
 * 200 userCookie|userToken in:… out:…`. What a line refers to has a line of its own.
 */
export function digestOf(document: unknown): string {
  const { paths, components } = document as Description;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => lineOf(method, path, operation)),
  );
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `schema ${name} ${hashOf(schema)}`,
  );
  return `${[...operations, ...schemas.toSorted()].join('\n')}\n`;
}

function lineOf(method: string, path: string, operation: Operation): string {
  const { summary, security = [], parameters, requestBody, responses } = operation;
  const answers = Object.keys(responses).filter((status) => status < '400');
  const callers = [...new Set(security.flatMap((one) => Object.keys(one)))].toSorted();
  const takes = hashOf([parameters, requestBody]);
  return [
    `${method.toUpperCase()} ${path} ${answers.join(',')} ${callers.join('|') || 'anyone'}`,
    `in:${takes} out:${hashOf(responses)} summary:${hashOf(summary)}`,
  ].join(' ');
}

const hashOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest('hex')
    .slice(0, HASH_CHARACTERS);
