import type { Random } from '../support/random.ts';

/** Texts that have hurt readers of JSON, numbers, streams and names before. */
const WORDS: readonly string[] = [
  ...'null true false 0 -1 -0 1e999 1e308 NaN Infinity 9007199254740993 18446744073709551616 0.1 1.5 [] {} "" , : { } [ ] " \\'.split(
    ' ',
  ),
  '"__proto__":{"polluted":true},',
  '"constructor":{"prototype":{"polluted":true}},',
  '"toString":1,',
  '\\u0000',
  '\\ud83d',
  '\\u2028',
  '\n',
  '\r',
  '\n\n',
  'data: [DONE]\n\n',
  '\n\ndata: [DONE]\n\n',
  'event: error\n',
  ': ping\n\n',
  '\u0000',
  '\uFEFF',
  '"error":{"message":"no","code":429},',
  '"index":-1,',
  '"index":1e9,',
  '"usage":{"prompt_tokens":-5},',
  '[['.repeat(40),
  '{"a":'.repeat(80),
  'a'.repeat(5_000),
];
/** Values that a member or an item may be replaced with. */
const VALUES: readonly string[] = [
  'null',
  'true',
  '-1',
  '0',
  '1e999',
  '1.5',
  '4294967296',
  '9007199254740993',
  '""',
  '"x"',
  '"\\ud83d"',
  `"${'a'.repeat(700)}"`,
  '[]',
  '[null]',
  '[[]]',
  '{}',
  '{"__proto__":1}',
  '{"type":"unknown"}',
];
const VALUE = /(?<=[:,[]\s*)(?:"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false|null|\[\]|\{\})/g;
const NUMBER = /(?<=[:,[]\s*)-?\d+(?:\.\d+)?(?=\s*[,}\]])/g;
const TEXT = /(?<=:\s*)"(?:[^"\\]|\\.)*"/g;
const OPENING = /\{(?=\s*")/g;
const EVENT_END = /\r?\n\r?\n/;
const NUMBERS: readonly string[] =
  '0 -1 1 127 128 1024 1e3 0.5 2147483648 9007199254740993 1e308 1e999 -1e999'.split(' ');
const TEXTS: readonly string[] = [
  '""',
  '" "',
  '"stop"',
  '"length"',
  '"tool_use"',
  '"tool_calls"',
  '"error"',
  '"__proto__"',
  '"constructor"',
  '"\\u0000"',
  '"\\udc00"',
  '"{"',
  '"[[[[[[[["',
  `"${'[['.repeat(200)}"`,
  `"${'b'.repeat(3_000)}"`,
];
const MEMBERS: readonly string[] = [
  '"__proto__":{"polluted":true},',
  '"constructor":{"prototype":{"polluted":true}},',
  '"toString":1,"hasOwnProperty":2,',
  '"error":{"message":"no","code":429},',
  '"index":1,',
  '"id":"twice",',
  '"extra_content":{"google":{"thought_signature":7}},',
  '"type":"unknown",',
  '"usage":{"prompt_tokens":-5},',
];
const MEMBER = /"(?:[^"\\]|\\.){1,40}"\s*:/g;

type Mutation = (bytes: Buffer, random: Random, other: Buffer) => Buffer;

const offset = (bytes: Buffer, random: Random): number =>
  Math.floor(random.next() * (bytes.length + 1));

function span(bytes: Buffer, random: Random): [number, number] {
  const start = offset(bytes, random);
  // Short spans more often than long ones.
  const length = Math.floor(random.next() ** 3 * (bytes.length - start + 1));
  return [start, start + length];
}

/** Replaces one match of a pattern in the text. */
function replaced(bytes: Buffer, pattern: RegExp, random: Random, by: string): Buffer {
  const text = bytes.toString('utf8');
  const found = [...text.matchAll(pattern)];
  if (found.length === 0) return bytes;
  const { index, 0: match } = random.pick(found);
  return Buffer.from(text.slice(0, index) + by + text.slice(index + match.length));
}

/** Changes after which the bytes can still be read, so that what is behind the framing is met. */
const POLITE: readonly Mutation[] = [
  (bytes, random) => replaced(bytes, VALUE, random, random.pick(VALUES)),
  (bytes, random) => replaced(bytes, VALUE, random, random.pick(VALUES)),
  (bytes, random) => replaced(bytes, NUMBER, random, random.pick(NUMBERS)),
  (bytes, random) => replaced(bytes, TEXT, random, random.pick(TEXTS)),
  (bytes, random) => replaced(bytes, MEMBER, random, '"renamed":'),
  (bytes, random) => replaced(bytes, OPENING, random, `{${random.pick(MEMBERS)}`),
  (bytes, random) => {
    const events = bytes.toString('latin1').split(EVENT_END);
    const at = random.between(0, events.length - 1);
    const [one = ''] = events.splice(at, random.between(0, 1));
    for (let times = random.between(0, 2); times > 0; times -= 1) {
      events.splice(random.between(0, events.length), 0, one);
    }
    return Buffer.from(events.join('\n\n'), 'latin1');
  },
];

const RUDE: readonly Mutation[] = [
  (bytes, random) => {
    const copy = Buffer.from(bytes);
    for (let count = 1 + Math.floor(random.next() * 8); count > 0 && copy.length > 0; count -= 1) {
      const at = Math.floor(random.next() * copy.length);
      copy[at] = (copy[at] ?? 0) ^ (1 << Math.floor(random.next() * 8));
    }
    return copy;
  },
  (bytes, random) => {
    const at = offset(bytes, random);
    const noise = Buffer.from(Array.from({ length: 4 }, () => Math.floor(random.next() * 256)));
    return Buffer.concat([bytes.subarray(0, at), noise, bytes.subarray(at)]);
  },
  (bytes, random) => {
    const [start, end] = span(bytes, random);
    return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);
  },
  (bytes, random) => {
    const [start, end] = span(bytes, random);
    return Buffer.concat([bytes.subarray(0, end), bytes.subarray(start)]);
  },
  (bytes, random) => bytes.subarray(0, offset(bytes, random)),
  (bytes, random) => {
    const at = offset(bytes, random);
    return Buffer.concat([
      bytes.subarray(0, at),
      Buffer.from(random.pick(WORDS)),
      bytes.subarray(at),
    ]);
  },
  (bytes, random, other) =>
    Buffer.concat([
      bytes.subarray(0, offset(bytes, random)),
      other.subarray(offset(other, random)),
    ]),
];
/** Changes of one input, more of them the less it is spared. */
const CHANGES_MAX = 4;
const POLITE_SHARE = 0.7;

/** The bytes after some changes; `other` lends its end to one of them. */
export function mutated(bytes: Buffer, random: Random, other: Buffer): Buffer {
  const changes = random.chance(POLITE_SHARE) ? POLITE : [...POLITE, ...RUDE];
  let made = bytes;
  for (let count = random.between(1, CHANGES_MAX); count > 0; count -= 1) {
    made = random.pick(changes)(made, random, other);
  }
  return made;
}
