import { expectDecent, expectNothingShown, hitOf } from './unhurt.ts';

const ENVELOPE =
  '{"error":{"message":"No.","type":"authentication_error","param":null,"code":"unauthenticated","request_id":"req_1"}}';
const HEAD =
  'HTTP/1.1 401 Unauthorized\r\ncontent-type: application/json; charset=utf-8\r\ncache-control: no-store\r\n' +
  'x-content-type-options: nosniff\r\nx-request-id: req_1\r\n';
const RAW = `${HEAD}\r\n${ENVELOPE}`;

const SECRETS: ReadonlySet<string> = new Set(['a-secret-of-ours']);

describe('what is asserted of every answer', () => {
  test('reads raw answers, chunked and behind an interim one', () => {
    const size = ENVELOPE.length.toString(16);
    const chunked = `${HEAD}transfer-encoding: chunked\r\n\r\n${size}\r\n${ENVELOPE}\r\n0\r\n\r\n`;
    for (const raw of [RAW, chunked, `HTTP/1.1 100 Continue\r\n\r\n${RAW}`]) {
      const hit = hitOf(raw);
      expect(hit).toMatchObject({ status: 401, text: ENVELOPE });
      expectDecent(hit);
      expectNothingShown(hit, SECRETS);
    }
    expect(hitOf('')).toMatchObject({ status: 0 });
  });

  test.each([
    ['no envelope', RAW.replace('"error"', '"fault"')],
    ['no JSON', RAW.replace('application/json', 'text/html')],
    ['no request id', RAW.replace('x-request-id: req_1\r\n', '')],
    ['another request id', RAW.replace('x-request-id: req_1', 'x-request-id: req_2')],
    ['a code that does not exist', RAW.replace('unauthenticated', 'oops')],
    ['one that caches keep', RAW.replace('cache-control: no-store\r\n', '')],
    ['a fault of ours', RAW.replace('401 Unauthorized', '500 Internal Server Error')],
    ['no validation detail', `${HEAD.replace('401', '422')}\r\n{"detail":[]}`],
  ])('a refusal with %s is not decent', (_name, raw) => {
    expect(() => expectDecent(hitOf(raw))).toThrow();
  });

  test.each([
    'at handle (/srv/app/main.ts:10:5)',
    'insert into "billing"."entry" values ($1)',
    'connect ECONNREFUSED 127.0.0.1:5432',
    'the key is a-secret-of-ours',
  ])('%s is not shown', (leak) => {
    expect(() => expectNothingShown(hitOf(RAW.replace('No.', leak)), SECRETS)).toThrow();
  });
});
