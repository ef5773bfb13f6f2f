import { Type } from 'typebox';
import { closed } from '@tollgate/contract/closed';
import type { OpenApiDocument, OpenApiOperation } from '../open-api.ts';
import { defineTool, ToolError } from './tool.ts';
import type { Tool } from './tool.ts';

const REFERENCE = /"#\/components\/schemas\/([A-Za-z0-9_.-]+)"/g;

const ListInput = Type.Object(
  { tag: Type.Optional(Type.String({ maxLength: 100, description: 'only this group' })) },
  closed,
);

/** Every operation on a line. */
export const listEndpoints: Tool = defineTool(
  {
    name: 'list_endpoints',
    title: 'List the routes',
    description:
      'Method, path, credentials and purpose of every route. Details of one: get_schema with its name, such as "POST /v1/chat/completions".',
    inputSchema: ListInput,
  },
  ({ openApi, plane }, { tag }) => ({
    endpoints: operationsOf(openApi[plane])
      .filter(({ operation }) => tag === undefined || operation.tags.includes(tag))
      .map(({ name, operation }) => ({
        endpoint: name,
        group: operation.tags[0],
        purpose: operation.summary,
        credentials: (operation.security ?? []).flatMap((one) => Object.keys(one)),
        answers: Object.keys(operation.responses),
      })),
  }),
);

const SchemaInput = Type.Object(
  {
    name: Type.String({
      maxLength: 200,
      description:
        'a schema such as ChatRequest, or an endpoint such as "POST /v1/embeddings" or its path',
    }),
  },
  closed,
);

/** A schema, or an operation, with every schema that it needs. */
export const getSchema: Tool = defineTool(
  {
    name: 'get_schema',
    title: 'Get a schema',
    description:
      'The JSON Schema of a request or answer, or a whole operation of the interface description, with all schemas that it refers to.',
    inputSchema: SchemaInput,
  },
  ({ openApi, plane }, { name }) => {
    const document = openApi[plane];
    const schema = Object.hasOwn(document.components.schemas, name)
      ? document.components.schemas[name]
      : undefined;
    const [one, ...others] = operationsNamed(document, name);
    if (schema === undefined && others.length > 0) {
      const methods = [one, ...others].map((each) => each?.name).join(', ');
      throw new ToolError(`Several operations have this path. Ask for one of: ${methods}.`);
    }
    const operation = one?.operation;
    const found = schema ?? operation;
    if (found === undefined) {
      const names = Object.keys(document.components.schemas).join(', ');
      throw new ToolError(
        `There is no such schema or endpoint. list_endpoints has the endpoints. The schemas are: ${names}.`,
      );
    }
    return {
      name: schema === undefined ? one?.name : name,
      ...(schema === undefined ? { operation } : { schema }),
      schemas: neededBy(document, found),
    };
  },
);

/**
 * The operations that a name means: a method with a path, or a path alone; the names of path
 * parameters make no difference.
 */
function operationsNamed(
  document: OpenApiDocument,
  name: string,
): { name: string; operation: OpenApiOperation }[] {
  const wanted = plainName(name);
  return operationsOf(document).filter((one) => {
    const known = plainName(one.name);
    return known === wanted || (wanted.startsWith('/') && known.endsWith(` ${wanted}`));
  });
}

const plainName = (name: string): string =>
  name
    .trim()
    .replace(/^[a-z]+(?= )/iu, (method) => method.toUpperCase())
    .replaceAll(/\{[^}]*\}|:\w+/gu, '{}')
    .replace(/\/$/u, '');

function operationsOf(document: OpenApiDocument): { name: string; operation: OpenApiOperation }[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
}

function neededBy(document: OpenApiDocument, start: unknown): Record<string, unknown> {
  const needed: Record<string, unknown> = {};
  const waiting = [start];
  while (waiting.length > 0) {
    for (const [, name = ''] of JSON.stringify(waiting.pop()).matchAll(REFERENCE)) {
      if (Object.hasOwn(needed, name)) continue;
      needed[name] = document.components.schemas[name];
      waiting.push(needed[name]);
    }
  }
  return needed;
}
