import { Ajv2020 } from 'ajv/dist/2020.js';
import type { AnySchema } from 'ajv';
import addFormats from 'ajv-formats';

/** JSON of a description, as far as it is looked into. */
export interface Described {
  paths: Record<string, Record<string, DescribedOperation>>;
  components: Record<string, Record<string, unknown>>;
}

/** One operation as a description has it. */
export interface DescribedOperation {
  operationId: string;
  security: Record<string, unknown>[];
  parameters?: DescribedParameter[];
  requestBody?: {
    required: boolean;
    content: Record<string, { schema: object; example: unknown }>;
  };
  responses: Record<string, DescribedResponse | { $ref: string }>;
}

/** A parameter of an operation. */
export interface DescribedParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: { type?: string; examples?: string[]; enum?: string[] };
  example?: string;
}

interface DescribedResponse {
  headers?: Record<string, { $ref: string }>;
  content?: Record<string, { schema: object }>;
}

/** An operation with its path in the description. */
export interface PlacedOperation {
  /** `POST /api/keys`. */
  name: string;
  method: string;
  path: string;
  operation: DescribedOperation;
}

/** An answer as it came. */
export interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Every operation of a description, in its order. */
export function listOperations(document: Described): PlacedOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method,
      path,
      operation,
    })),
  );
}

/**
 * Judges answers by what a description says of them.
 * @returns what does not fit, in words; empty when everything does
 */
export function judgeBy(
  document: Described,
): (operation: DescribedOperation, answer: RawAnswer) => string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'description', components: document.components } as AnySchema);
  const faultsOf = (schema: object, value: unknown, location: string): string[] => {
    const validate = ajv.compile(withAbsoluteRefs(schema) as AnySchema);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message }) => `${location}${instancePath} ${message}`,
    );
  };
  const lookUp = (ref: string): unknown =>
    ref
      .slice(2)
      .split('/')
      .reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], document);

  const headerFaults = (described: DescribedResponse, answer: RawAnswer): string[] =>
    Object.entries(described.headers ?? {}).flatMap(([name, { $ref }]) => {
      const value = answer.headers[name.toLowerCase()];
      if (value === undefined) return name === 'X-Request-ID' ? [`${name} is missing`] : [];
      const { schema } = lookUp($ref) as { schema: { type: string } };
      return faultsOf(schema, schema.type === 'integer' ? Number(value) : value, name);
    });

  return ({ responses }, answer) => {
    const given = responses[String(answer.status)];
    if (given === undefined) return [`${answer.status} is not described: ${answer.body}`];
    const described = '$ref' in given ? (lookUp(given.$ref) as DescribedResponse) : given;
    const content = described.content ?? {};
    const mediaType = String(answer.headers['content-type'] ?? '').split(';')[0] ?? '';
    const faults = headerFaults(described, answer);
    if (Object.keys(content).length === 0) {
      return answer.body === '' ? faults : [...faults, 'a body that is not described'];
    }
    const { schema } = content[mediaType] ?? {};
    if (schema === undefined) return [...faults, `${mediaType} is not described`];
    return [
      ...faults,
      ...valuesOf(mediaType, answer.body).flatMap((value) => faultsOf(schema, value, 'body')),
    ];
  };
}

/** What a body is made of: one document, one text, or the frames of a stream. */
function valuesOf(mediaType: string, body: string): unknown[] {
  if (mediaType === 'application/json') return [JSON.parse(body)];
  if (mediaType !== 'text/event-stream') return [body];
  const frames = [...body.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => data);
  const isOfEvents =
    /^event: (?:response\.completed|message_stop|image_(?:generation|edit)\.completed)$/m.test(
      body,
    ) || /^\{"type":"(?:speech\.audio|transcript\.text)\.done"/u.test(frames.at(-1) ?? '');
  if (!isOfEvents && frames.at(-1) !== '[DONE]')
    throw new Error(`a stream without its end: ${body}`);
  return frames.slice(0, isOfEvents ? undefined : -1).map((data) => JSON.parse(data) as unknown);
}

function withAbsoluteRefs(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withAbsoluteRefs);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [
      name,
      name === '$ref' && typeof value === 'string'
        ? `description${value}`
        : withAbsoluteRefs(value),
    ]),
  );
}
