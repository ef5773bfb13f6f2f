import { GatewayError } from '@tollgate/contract/error-codes';
import { createLogger, redactText } from './logger.ts';
import { inRequest, outsideRequests } from './request-scope.ts';

function capture(): { lines: Record<string, unknown>[]; write(line: string): void } {
  const lines: Record<string, unknown>[] = [];
  return { lines, write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
}

test('a line is one JSON document, whatever the text holds', () => {
  const sink = capture();
  createLogger('test', 'info', sink).info({ path: 'a\n{"level":"fatal"}' }, 'hello');
  expect(sink.lines).toHaveLength(1);
  expect(sink.lines[0]).toMatchObject({ level: 'info', service: 'test', msg: 'hello' });
});

test('secrets are removed from fields, texts and errors', () => {
  const sink = capture();
  const secret = `svc_live_${'a'.repeat(49)}`;
  const cause = Object.assign(new Error(`bad key ${secret}`), {
    options: { headers: { authorization: secret } },
  });
  const error = new GatewayError('internal_error', 'public', { detail: `Bearer ${secret}`, cause });
  createLogger('test', 'info', sink).error(
    { error, authorization: secret, headers: { cookie: secret } },
    'x',
  );
  const text = JSON.stringify(sink.lines);
  expect(text).not.toContain(secret);
  expect(text).toContain('svc_live_aaaa[redacted]');
});

test('redactText leaves other text alone', () => {
  expect(redactText('a plain sentence with sk and Bearer')).toBe(
    'a plain sentence with sk and Bearer',
  );
  expect(redactText('key sk-proj-abcdefghijklmnop')).not.toContain('abcdefghijklmnop');
});

test('lines of a request carry its id, those of a batch the ids of all of them', () => {
  const sink = capture();
  const logger = createLogger('test', 'info', sink);
  inRequest({ requestId: 'req_1' }, () => {
    logger.info('its own');
    logger.child({ part: 'a' }).info({ requestId: 'req_2' }, 'of another');
    outsideRequests(() => logger.info('of nobody'));
  });
  inRequest({ requestId: null, itemRequestIds: ['req_1', null, 'req_2', 'req_1'] }, () =>
    logger.info('of several'),
  );
  logger.info('of nobody');
  expect(sink.lines.map(({ requestId, requestIds }) => requestId ?? requestIds)).toEqual([
    'req_1',
    'req_2',
    undefined,
    ['req_1', 'req_2'],
    undefined,
  ]);
});

test('redactText removes the token of an administrator', () => {
  const text = redactText(`sent tg_adm_${'b'.repeat(49)} to nobody`);
  expect(text).toBe('sent tg_adm_bbbb[redacted] to nobody');
});
