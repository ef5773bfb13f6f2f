import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import { anything, nearly, validOf } from './from-schema.ts';
import type { Schema, Surroundings } from './from-schema.ts';

/** Which listener an operation is reached at. */
export type Plane = 'public' | 'internal';
/** With what a caller shows who it is. */
export type Auth = 'none' | 'user' | 'platform' | 'key';

/** One request to be sent. */
export interface Input {
  operation: string;
  plane: Plane;
  auth: Auth;
  method: string;
  /** Path and query. */
  target: string;
  headers: Record<string, string>;
  body: string | null;
}

interface Described {
  security?: Record<string, unknown>[];
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/** Operations that would end the session of the fuzz itself. */
const LEFT_OUT = /\/auth\/(?:logout|refresh)$/u;
const DOCUMENTS = path.resolve(import.meta.dirname, '../../services/docs/openapi');
const TOKEN = /^[\x21-\x7E]{1,200}$/u;

/**
 * For each operation of a listener what may be sent to it: valid, nearly valid, or nothing of the
 * kind.
 */
export function readOperations(
  plane: Plane,
  known: Surroundings['known'],
): readonly fc.Arbitrary<Input>[] {
  const document = JSON.parse(readFileSync(path.join(DOCUMENTS, `${plane}.json`), 'utf8')) as {
    paths: Record<string, Record<string, Described>>;
    components: { schemas: Record<string, Schema> };
  };
  const around = { schemas: document.components.schemas, known };
  return Object.entries(document.paths).flatMap(([template, methods]) =>
    Object.entries(methods)
      .filter(() => !LEFT_OUT.test(template))
      .flatMap(([method, described]) => {
        const input = inputOf({ plane, template, method, described }, around);
        // Where there is a body there is more to get wrong.
        return described.requestBody === undefined ? [input] : [input, input, input];
      }),
  );
}

interface Location {
  plane: Plane;
  template: string;
  method: string;
  described: Described;
}

function inputOf(
  { plane, template, method, described }: Location,
  around: Surroundings,
): fc.Arbitrary<Input> {
  const parameters = described.parameters ?? [];
  const values = (location: string): fc.Arbitrary<Record<string, unknown>> => {
    const there = parameters.filter((one) => one.in === location && 'schema' in one);
    const model = Object.fromEntries(
      there.map(({ name, schema }) => [name, parameterOf(name, schema, around)]),
    );
    const requiredKeys = location === 'path' ? Object.keys(model) : [];
    return fc.record(model, { requiredKeys });
  };
  return fc
    .record({
      inPath: values('path'),
      inQuery: values('query'),
      inHeader: values('header'),
      body: bodyOf(described, around),
    })
    .map(({ inPath, inQuery, inHeader, body }) => ({
      operation: `${method.toUpperCase()} ${template}`,
      plane,
      auth: authOf(described),
      method: method.toUpperCase(),
      target: targetOf(template, inPath, inQuery),
      headers: Object.fromEntries(
        Object.entries(inHeader)
          .map(
            ([name, value]) =>
              [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
          )
          .filter(([, value]) => TOKEN.test(value)),
      ),
      body,
    }));
}

function parameterOf(name: string, schema: Schema, around: Surroundings): fc.Arbitrary<unknown> {
  const valid = validOf(
    { type: 'object', properties: { [name]: schema }, required: [name] },
    around,
  );
  const one = valid.map((value) => (value as Record<string, unknown>)[name]);
  return fc.oneof(
    { weight: 3, arbitrary: one },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<unknown>(
        -1,
        0,
        1e20,
        '',
        "' or 1=1--",
        '%00',
        '../x',
        'infinity',
        '9999-12-31',
        'a'.repeat(3_000),
      ),
    },
  );
}

function bodyOf({ requestBody }: Described, around: Surroundings): fc.Arbitrary<string | null> {
  const schema = requestBody?.content['application/json']?.schema;
  if (schema === undefined) return fc.constant(null);
  const valid = validOf(schema, around);
  const written = (value: unknown): string => JSON.stringify(value) ?? '';
  return fc.oneof(
    { weight: 4, arbitrary: valid.map(written) },
    { weight: 4, arbitrary: nearly(valid).map(written) },
    { weight: 1, arbitrary: anything },
  );
}

function authOf({ security = [] }: Described): Auth {
  const names = security.flatMap((one) => Object.keys(one));
  if (names.includes('apiKey')) return 'key';
  if (names.some((name) => name.startsWith('platform'))) return 'platform';
  return names.length === 0 ? 'none' : 'user';
}

function targetOf(
  template: string,
  inPath: Record<string, unknown>,
  inQuery: Record<string, unknown>,
): string {
  const target = template.replaceAll(/\{(\w+)\}/gu, (_whole, name: string) =>
    encoded(inPath[name]),
  );
  const query = Object.entries(inQuery)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encoded(value)}`);
  return query.length === 0 ? target : `${target}?${query.join('&')}`;
}

/** As a client would write it; half of a pair of surrogates cannot be written. */
function encoded(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return encodeURIComponent(text.toWellFormed());
}
