import { connectionFault } from './connection-fault.ts';
import { isUnavailable } from './failures.ts';

const URL = 'postgres://tollgate_billing:a-secret@db.example.com:5432/tollgate';
const withCode = (code: string, message = ''): Error => Object.assign(new Error(message), { code });

test.each([
  [withCode('ECONNREFUSED'), 'nothing listens there'],
  [withCode('ENOTFOUND'), 'its host name is not known'],
  [withCode('28P01'), 'refuses the password of role tollgate_billing'],
  [withCode('3D000'), 'has no database tollgate.'],
  [
    withCode('SELF_SIGNED_CERT_IN_CHAIN'),
    'its certificate is not trusted (SELF_SIGNED_CERT_IN_CHAIN)',
  ],
  [withCode('ERR_TLS_CERT_ALTNAME_INVALID'), 'its certificate is not trusted'],
  [new Error('The server does not support SSL connections'), 'it has no TLS'],
  [new Error('timeout expired'), 'it does not answer'],
])('%s is told in one line, with its place and without the password', (error, part) => {
  const reported = connectionFault(URL, error) ?? '';
  expect(reported).toMatch(/^No connection to PostgreSQL at db\.example\.com:5432: [^\n]+\.$/);
  expect(reported).toContain(part);
  expect(reported).not.toContain('a-secret');
  // Callers of services are asked to come back, as while the pool was said to be full.
  expect(isUnavailable(new Error(reported))).toBe(true);
});

test('what is no matter of the connection is not explained', () => {
  expect(connectionFault(URL, withCode('42P01', 'relation "x" does not exist'))).toBeNull();
  expect(connectionFault(URL, null)).toBeNull();
});
