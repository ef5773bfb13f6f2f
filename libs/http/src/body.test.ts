import type { GatewayError } from '@tollgate/contract/error-codes';
import { keptMessages } from '@tollgate/contract/text-only';
import { parseControlBody, parseJsonBody } from './body.ts';

const PARSERS = [
  ['of /v1', parseJsonBody],
  ['of a control plane', parseControlBody],
] as const;
const BODY = [Buffer.from('{"a"'), Buffer.from(':1}')];

describe.each(PARSERS)('a body %s', (_where, parse) => {
  test.each([
    'application/json; charset=utf-16',
    'application/json;charset=ISO-8859-1',
    'application/json; charset="utf-16le"; x=y',
    'application/problem+json; x=y; charset=ascii',
    'application/json; charset=',
  ])('C04: %s is refused as no UTF-8', (type) => {
    const refused = expect.objectContaining<Partial<GatewayError>>({
      status: 415,
      code: 'unsupported_media_type',
      message: 'The body must be UTF-8.',
    });
    expect(() => parse(BODY, type)).toThrow(refused);
  });

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/vnd.api+json; charset=utf8',
  ])('C04: %s is read', (type) => expect(parse(BODY, type)).toEqual({ a: 1 }));

  test.each([10, 1_048_500, 1_500_000])('a body of %i letters is read as it came', (letters) => {
    const texts = ['ä', 'b'].map((letter) => letter.repeat(letters));
    for (const text of texts) {
      const bytes = Buffer.from(JSON.stringify({ text }));
      const middle = bytes.length >> 1;
      const halves = [bytes.subarray(0, middle), bytes.subarray(middle)];
      for (const pieces of [[bytes], halves]) {
        expect(parse(pieces, 'application/json')).toEqual({ text });
      }
    }
  });
});

test.each([
  ['hello', ' at line 1, column 1.'],
  ['{"a": hello}', ' at line 1, column 7.'],
  ['{\n  "a": 1,\n}', ' at line 3, column 1.'],
  ['{"a": 1} x', ' at line 1, column 10.'],
  ['{"a": 1 /* one */}', ' at line 1, column 9.'],
  ['{"a": 1', ': it ends too early.'],
  [`{"a": "${'x'.repeat(300_000)}", }`, '.'],
])('says where %j stops being JSON', (text, words) => {
  expect(() => parseJsonBody([Buffer.from(text)], 'application/json')).toThrow(
    `The body is not valid JSON${words}`,
  );
});

describe('the messages of a body', () => {
  const text = JSON.stringify('of words and ]} "signs" \\ '.repeat(1_000));
  const messages = `[ {"role" : "user", "content": ${text}},{"content":"","role":"assistant"} ]`;
  const keptOf = (body: string): string | undefined => {
    // In pieces, as a body of this length comes.
    const pieces = [Buffer.from(body.slice(0, 9_000)), Buffer.from(body.slice(9_000))];
    const read = parseJsonBody(pieces, 'application/json') as { messages: unknown };
    return keptMessages(read.messages)?.toString('utf8').trim();
  };

  test.each([
    `{"model":"m","messages":${messages},"max_tokens":5}`,
    `{"messages" : ${messages} , "model":"m"}`,
    `{"temperature":1,"model":"]}","messag\\u0065s":${messages}}`,
  ])('are kept as they came where they are long and text alone (%#)', (body) => {
    expect(keptOf(body) === messages).toBe(true);
  });

  test.each([
    '{"model":"m","messages":[{"role":"user","content":"short"}]}',
    `{"model":"m","messages":${messages},"tools":[]}`,
    `{"model":"m","user":"u","messages":${messages}}`,
    `{"model":"m","messages":${messages.replace('"role" :', `"role" :${' '.repeat(60_000)}`)}}`,
    `{"model":"m","metadata":{"messages":[1]},"messages":${messages}}`,
  ])('are not kept otherwise (%#)', (body) => {
    expect(keptOf(body) === undefined).toBe(true);
  });
});
