import { ERROR_CODES } from '@tollgate/contract/error-codes';
import { remedies, remedyByStatus } from './common.ts';

/** Codes that the console itself gives: no answer came, or fields of a form were rejected. */
const OWN = ['offline', 'validation'];

test('remedies are for codes that the service has', () => {
  const unknown = Object.keys(remedies).filter(
    (code) => !(code in ERROR_CODES) && !OWN.includes(code),
  );
  expect(unknown).toEqual([]);
});

test('a code without a remedy has that of its status', () => {
  expect(remedyByStatus(502)).toContain('Try again in a moment.');
  expect(remedyByStatus(400)).toContain('Correct what the message names');
});
