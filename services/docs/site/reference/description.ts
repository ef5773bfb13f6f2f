import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../openapi');

/** A listener, which has a description of its own. */
export type Plane = 'public' | 'internal';

/** A schema, as far as it is shown. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  const?: unknown;
  enum?: unknown[];
  format?: string;
  /** The media type of a file in a form. */
  contentMediaType?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  default?: unknown;
}

/** One content of a body or an answer. */
export interface Media {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { $ref?: string; summary?: string; value?: unknown }>;
}

/** A parameter of an address or a header. */
export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  description?: string;
  schema?: Schema & { examples?: unknown[] };
}

/** What an operation answers with one status. */
export interface Answer {
  $ref?: string;
  description: string;
  content?: Record<string, Media>;
}

/** One operation, with its address. */
export interface Operation {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  schemes: string[];
  parameters: readonly Parameter[];
  body: Record<string, Media>;
  answers: readonly (Answer & { status: string })[];
}

/** The operations about one thing, on one page of the reference. */
export interface Chapter {
  /** Below `/api/docs/`. */
  name: string;
  title: string;
  operations: readonly Operation[];
}

/** The description of a listener, in the order of reading. */
export interface Description {
  plane: Plane;
  chapters: readonly Chapter[];
  /** What a reference leads to. */
  resolve<T extends { $ref?: string }>(value: T): T;
}

interface RawOperation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security?: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Answer>;
}

interface Document {
  paths: Record<string, Record<string, RawOperation>>;
}

/** What callers of models need comes first, what watches processes last. */
const ORDER = [
  /^Inference$/u,
  /^Account: (?:keys|models)$/u,
  /^Account: (?:credits|usage|requests|operations|videos|batches|webhooks)$/u,
  /^Account: (?!runtime|setup)/u,
  /^Account/u,
  /^Platform/u,
  /^Documentation$/u,
  /^Health$/u,
];

/** Reads the interface description of a listener, as `make openapi` has written it. */
export function readDescription(plane: Plane): Description {
  const document = JSON.parse(readFileSync(join(FOLDER, `${plane}.json`), 'utf8')) as Document;
  const chapters = new Map<string, Operation[]>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, raw] of Object.entries(methods)) {
      const tag = raw.tags[0] ?? 'Other';
      chapters.set(tag, [...(chapters.get(tag) ?? []), operationOf(method, path, raw)]);
    }
  }
  return {
    plane,
    chapters: [...chapters]
      .map(([title, operations]) => ({ title, name: chapterName(title), operations }))
      .toSorted((one, other) => rankOf(one.title) - rankOf(other.title)),
    resolve: (value) => resolve(document, value),
  };
}

function operationOf(method: string, path: string, raw: RawOperation): Operation {
  return {
    id: raw.operationId,
    method,
    path,
    summary: raw.summary,
    description: raw.description ?? '',
    schemes: (raw.security ?? []).flatMap((one) => Object.keys(one)),
    parameters: raw.parameters ?? [],
    body: raw.requestBody?.content ?? {},
    answers: Object.entries(raw.responses).map(([status, answer]) => ({ ...answer, status })),
  };
}

function rankOf(title: string): number {
  const rank = ORDER.findIndex((pattern) => pattern.test(title));
  return rank < 0 ? ORDER.length : rank;
}

function chapterName(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .replaceAll(/^-|-$/gu, '');
}

function resolve<T extends { $ref?: string }>(document: object, value: T): T {
  if (value.$ref === undefined) return value;
  let found: unknown = document;
  for (const step of value.$ref.slice(2).split('/')) {
    found = (found as Record<string, unknown>)[step];
  }
  return { ...(found as T), ...value, $ref: undefined };
}
