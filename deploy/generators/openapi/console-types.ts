import openapiTypescript, { astToString } from 'openapi-typescript';
import type { OpenAPI3 } from 'openapi-typescript';

/** What a console or a command may call, and where its types stand. */
export interface ConsoleTypes {
  plane: 'public' | 'internal';
  file: string;
  paths: RegExp;
}

/** Users: their plane, and the calls of the playground. Administrators: theirs alone. The command `tollgate`: what it configures. */
export const CONSOLE_TYPES: readonly ConsoleTypes[] = [
  {
    plane: 'public',
    file: 'services/console/web/shared/api/users.d.ts',
    paths: /^\/api\/(?!docs|openapi)|^\/v1\/(?:models|operations)/,
  },
  {
    plane: 'internal',
    file: 'services/console/web/shared/api/platform.d.ts',
    paths: /^\/api\/platform\/|^\/api\/runtime/,
  },
  {
    plane: 'internal',
    file: 'services/cli/src/platform.d.ts',
    paths:
      /^\/api\/platform\/(?:auth\/|provider-|models|aliases|users|retention-policies|configuration-)/,
  },
];

const HEAD = '/* Written by make openapi from the interface description. */\n';
const LINK = /"#\/components\/([A-Za-z]+)\/([^"]+)"/gu;

type Components = Record<string, Record<string, unknown>>;
interface Document {
  paths: Record<string, unknown>;
  components: Components;
}

/** The types of one console, made of the part of the description that it may call. */
export async function writeConsoleTypes(document: unknown, types: ConsoleTypes): Promise<string> {
  const { paths, components, ...rest } = document as Document;
  const chosen = Object.fromEntries(
    Object.entries(paths).filter(([path]) => types.paths.test(path)),
  );
  const part = { ...rest, paths: chosen, components: reachable(chosen, components) };
  return HEAD + astToString(await openapiTypescript(part as unknown as OpenAPI3));
}

/** Components that a part of the description leads to, step by step. */
function reachable(from: unknown, components: Components): Components {
  const found: Components = {};
  const waiting: unknown[] = [from];
  while (waiting.length > 0) {
    for (const [, kind = '', name = ''] of JSON.stringify(waiting.pop()).matchAll(LINK)) {
      const component = components[kind]?.[name];
      if (component === undefined || found[kind]?.[name] !== undefined) continue;
      found[kind] = { ...found[kind], [name]: component };
      waiting.push(component);
    }
  }
  return found;
}
