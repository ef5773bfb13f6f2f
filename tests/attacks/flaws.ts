import { gzipSync } from 'node:zlib';
import type { RouteDefinition } from '@tollgate/contract/route';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { sample } from '@tollgate/generators/openapi/sample';
import { REQUEST_EXAMPLES } from '@tollgate/generators/openapi/examples';

/** A body that must be refused. */
export interface Flawed {
  /** What is wrong with it. */
  flaw: string;
  headers?: Record<string, string>;
  body: string | Buffer;
  /** Statuses that refuse it. */
  statuses: readonly number[];
}

const JSON_TYPE = { 'content-type': 'application/json' };
const DEPTH_MAX = 64;
const BOMB_BYTES = 64 * 1_048_576;

/** As the services read a body: a member with a default may be absent. */
const ajv = new Ajv({ strict: false, discriminator: true, useDefaults: true });
addFormats.default(ajv);
const coercing = new Ajv({ strict: false, coerceTypes: true });
addFormats.default(coercing);

/** The body that a client might send to a route; every field of it when `whole`. */
export function goodBody(route: RouteDefinition, whole = false): Record<string, unknown> {
  const name = `${route.method.toUpperCase()} ${route.path.replaceAll(/[:*](\w+)/g, '{$1}')}`;
  const body = whole ? sample(route.body ?? {}, true) : undefined;
  return (body ?? REQUEST_EXAMPLES[name] ?? sample(route.body ?? {}, false)) as Record<
    string,
    unknown
  >;
}

/**
 * Bodies that are no JSON object, whatever the route wants in it.
 * @param status by which the route tells what is no JSON
 */
export function brokenBodies(route: RouteDefinition, status: number): Flawed[] {
  const good = JSON.stringify(goodBody(route));
  const inside = good.slice(1, -1);
  const more = (member: string): string => `{${[member, inside].filter(Boolean).join(',')}}`;
  const nested = (depth: number, open: string, close: string): string =>
    more(`"x":${open.repeat(depth)}0${close.repeat(depth)}`);
  const texts: Record<string, string | Buffer> = {
    'a truncated document': good.slice(0, -1),
    'a trailing comma': `${good.slice(0, -1)},}`,
    'a comment': `/* */${good}`,
    'two documents': `${good}${good}`,
    'a mark of byte order': `\uFEFF${good}`,
    'single quotes': good.replaceAll('"', "'").replace('{}', "{'a':1}"),
    NaN: more('"x":NaN'),
    Infinity: more('"x":-Infinity'),
    'a leading zero': more('"x":01'),
    'a raw line end in a text': more('"x":"\n"'),
    'an open text': more('"x":"'),
    'a key twice': more('"x":1,"x":2'),
    'a key twice, once escaped': more(String.raw`"x":1,"\u0078":2`),
    'a key twice, further in': more('"x":{"y":[{"z":1,"z":1}]}'),
    __proto__: more('"__proto__":{"stream":true}'),
    '__proto__ escaped': more(String.raw`"__pro\u0074o__":{}`),
    '__proto__ further in': more('"x":[{"__proto__":{"a":1}}]'),
    'arrays too deep': nested(DEPTH_MAX, '[', ']'),
    'arrays far too deep': nested(10_000, '[', ']'),
    'objects far too deep': nested(100_000, '{"x":', '}'),
    'too many values': more(`"x":[${'0,'.repeat(100_001)}0]`),
    'bytes of no character': bytesIn(more('"x":"?"'), [0xff, 0xfe]),
    'a NUL in two bytes': bytesIn(more('"x":"?"'), [0xc0, 0x80]),
    'half a pair in three bytes': bytesIn(more('"x":"?"'), [0xed, 0xa0, 0x80]),
    'a cut character': bytesIn(more('"x":"?"'), [0xe2, 0x82]),
    'another encoding': Buffer.from(good, 'utf16le'),
  };
  return Object.entries(texts).map(([flaw, body]) => ({
    flaw,
    headers: JSON_TYPE,
    body,
    statuses: [status],
  }));
}

/** A text with other bytes in place of its only question mark. */
function bytesIn(text: string, bytes: readonly number[]): Buffer {
  const at = text.lastIndexOf('?');
  const before = Buffer.from(text.slice(0, at));
  return Buffer.concat([before, Buffer.from(bytes), Buffer.from(text.slice(at + 1))]);
}

/**
 * Good bodies under wrong names, and compressed ones that are not what they say.
 * @param unread by which the route tells what cannot be unpacked
 */
export function mislabelledBodies(route: RouteDefinition, unread: number): Flawed[] {
  const body = JSON.stringify(goodBody(route));
  const types = [
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonp',
    'application/octet-stream',
    '*/*',
    'json',
  ];
  const encodings = ['zstd', 'compress', 'gzip, gzip', 'x', '__proto__', 'constructor'];
  const packed = gzipSync(body);
  const damaged = Buffer.from(packed);
  damaged.writeUInt32LE(0xdeadbeef, damaged.length - 8);
  const packedAs = (flaw: string, encoding: string, bytes: Buffer, status: number): Flawed => ({
    flaw,
    headers: { ...JSON_TYPE, 'content-encoding': encoding },
    body: bytes,
    statuses: [status],
  });
  return [
    { flaw: 'no type', body, statuses: [415] },
    ...types.map((type) => ({
      flaw: `the type ${type}`,
      headers: { 'content-type': type },
      body,
      // What takes forms finds that this is none.
      statuses: [type.startsWith('multipart/') && route.form !== undefined ? 400 : 415],
    })),
    ...encodings.map((encoding) => packedAs(`the encoding ${encoding}`, encoding, packed, 415)),
    packedAs('no gzip', 'gzip', Buffer.from(body), unread),
    packedAs('half a gzip', 'gzip', packed.subarray(0, -12), unread),
    packedAs('a damaged gzip', 'gzip', damaged, unread),
    packedAs('a gzip in place of br', 'br', packed, unread),
    packedAs('a bomb', 'gzip', BOMB, 413),
  ];
}

const BOMB = gzipSync(Buffer.alloc(BOMB_BYTES, ' '));

/**
 * Where the value stands that a raw number takes the place of, since no value of JavaScript is
 * written so.
 */
const RAW = '<raw>';
const RAW_NUMBERS: Readonly<Record<string, number>> = {
  '1e400': Number.POSITIVE_INFINITY,
  '-1e400': Number.NEGATIVE_INFINITY,
};
const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 31,
  9_007_199_254_740_992,
  1e308,
  '',
  ' ',
  '5',
  '\u0000',
  'a'.repeat(20_000),
  [],
  [null],
  {},
  { $ne: 1 },
  { toString: 1, length: 1e9 },
];
const SURPLUS = [
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toString',
  'length',
  'is_admin',
  'user_id',
  'created_by',
  'api_base',
  'api_key',
  'base_url',
  'extra_headers',
];

/**
 * JSON objects that do not fit what the route wants: wrong, missing and surplus members, at every
 * place.
 */
export function unfitBodies(route: RouteDefinition, status: number): Flawed[] {
  const check = ajv.compile(route.body ?? {});
  const fits = (value: unknown): boolean => check(structuredClone(value));
  const whole = goodBody(route, true);
  const good = fits(whole) ? whole : goodBody(route);
  const flawed: Flawed[] = [];
  const add = (flaw: string, value: unknown, raw?: string): void => {
    if (fits(value)) return;
    const text = JSON.stringify(value === undefined ? null : value, (_key, one: unknown) =>
      one === Number.POSITIVE_INFINITY || one === Number.NEGATIVE_INFINITY ? RAW : one,
    );
    const body = raw === undefined ? text : text.replace(`"${RAW}"`, raw);
    flawed.push({ flaw, headers: JSON_TYPE, body, statuses: [status] });
  };
  for (const value of [null, [], [good], 'x', 1, true]) {
    if (value !== null || route.bodyOptional !== true) add(`${JSON.stringify(value)} alone`, value);
  }
  for (const name of SURPLUS) add(`a member ${name}`, { ...good, [name]: 1 });
  for (const path of placesIn(good)) {
    const at = path.join('.');
    add(`no ${at}`, changed(good, path, undefined));
    for (const value of ODD_VALUES) {
      const shown = JSON.stringify(value).slice(0, 30);
      add(`${at} = ${shown}`, changed(good, path, value));
    }
    for (const [raw, value] of Object.entries(RAW_NUMBERS)) {
      add(`${at} = ${raw}`, changed(good, path, value), raw);
    }
    add(`a member inside ${at}`, changed(good, [...path, 'is_admin'], true));
  }
  return flawed;
}

/** Texts in place of one parameter of a query, and whether the route must refuse them. */
export function oddQueries(route: RouteDefinition): { query: string; refused: boolean }[] {
  const { properties = {} } = (route.query ?? {}) as { properties?: Record<string, object> };
  const fits = coercing.compile(route.query ?? {});
  const required = requiredOf(route);
  return Object.keys(properties).flatMap((name) =>
    ODD_TEXTS.flatMap((text) => {
      const given = { ...required, [name]: text };
      const others = Object.entries(required).filter(([other]) => other !== name);
      const rest = others.map(([key, value]) => `&${key}=${encodeURIComponent(String(value))}`);
      const tail = rest.join('');
      const written = encodeURIComponent(text);
      return [
        { query: `${name}=${written}${tail}`, refused: !fits({ ...given }) },
        { query: `${name}=${written}&${name}=${written}${tail}`, refused: false },
        { query: `${name}[$gt]=${written}${tail}`, refused: false },
      ];
    }),
  );
}

const ODD_TEXTS = [
  '',
  '-1',
  '0',
  '1.5',
  '1e3',
  '1e20',
  '99999999999999999999',
  'NaN',
  'infinity',
  'a',
  'true',
  "' OR 1=1--",
  '%',
  '_',
  'a\\',
  '\u{1F600}\u202E',
  '\u0000',
  'a\u0000b',
  '[]',
  '{}',
  '__proto__',
  '9999999-01-01T00:00:00Z',
  '2026-99-99',
  'x'.repeat(3_000),
];

/** What a route's address needs behind it to be taken; empty where it needs nothing. */
export function neededQuery(route: RouteDefinition): string {
  const needed = Object.entries(requiredOf(route)).map(
    ([name, value]) => `${name}=${String(value)}`,
  );
  return needed.length === 0 ? '' : `?${needed.join('&')}`;
}

function requiredOf(route: RouteDefinition): Record<string, unknown> {
  return route.query === undefined ? {} : (sample(route.query, false) as Record<string, unknown>);
}

type Step = string | number;

/** The path of every value inside a document. */
function placesIn(value: unknown, before: readonly Step[] = []): Step[][] {
  if (typeof value !== 'object' || value === null) return [];
  const steps: [Step, unknown][] = Array.isArray(value)
    ? value.map((one, at): [Step, unknown] => [at, one])
    : Object.entries(value);
  return steps.flatMap(([step, one]) => {
    const path = [...before, step];
    return [path, ...placesIn(one, path)];
  });
}

/** A copy with another value at a path; undefined takes the member away. */
function changed(value: unknown, [step, ...rest]: readonly Step[], put: unknown): unknown {
  if (step === undefined) return put;
  if (typeof value !== 'object' || value === null) return { [step]: put };
  const next = changed((value as Record<Step, unknown>)[step], rest, put);
  if (Array.isArray(value)) return value.map((one: unknown, at) => (at === step ? next : one));
  const { [step]: _old, ...others } = value as Record<Step, unknown>;
  return next === undefined ? others : { ...others, [step]: next };
}
