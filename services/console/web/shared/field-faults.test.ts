import { failureOf } from './api/failure.ts';
import { faultsAt, wordingOf } from './field-faults.ts';

const LABELS = new Map([
  ['name', 'Name'],
  ['limits.credits_per_day', 'Credits a day'],
  ['models', 'Models'],
  ['targets.0.weight', 'Weight'],
]);

const refusal = (status: number, body: unknown) =>
  failureOf(new Response(null, { status, headers: { 'x-request-id': 'req_1' } }), body);

test('a rejection of fields is shown by the labels of their inputs, and by the names of the others', () => {
  const { faults, message } = refusal(422, {
    detail: [
      { loc: ['body', 'limits', 'credits_per_day'], msg: 'must be above zero', type: 'x' },
      { loc: ['body', 'models', 1], msg: 'is no model', type: 'x' },
      { loc: ['body', 'reservation_ttl_seconds'], msg: 'must be an integer', type: 'x' },
      { loc: ['body'], msg: 'is too much', type: 'x' },
    ],
  });
  expect(wordingOf(LABELS, faults)).toBe(
    'Credits a day: must be above zero; Models: 1 is no model; reservation_ttl_seconds must be an integer; is too much',
  );
  expect(wordingOf(new Map(), faults)).toBe(message);
});

test('an input shows faults of its own field and of what is part of it, and of no other', () => {
  const faults = [
    { path: 'targets.0.weight', message: 'must be above 0' },
    { path: 'targets.1.weight', message: 'must be above 1' },
    { path: 'models.0', message: 'is no model' },
    { path: 'models', message: 'are too many' },
    { path: 'name_of_another', message: 'is bad' },
  ];
  expect(faultsAt(LABELS, 'targets.0.weight', faults)).toBe('must be above 0');
  expect(faultsAt(LABELS, 'models', faults)).toBe('0 is no model; are too many');
  expect(faultsAt(LABELS, 'name', faults)).toBe('');
});

test('an error that names one field is shown at its input, and unchanged elsewhere', () => {
  const error = {
    code: 'invalid_request',
    message: 'The expiry must be ahead.',
    param: 'expires_at',
  };
  const { faults, code, message } = refusal(400, { error });
  expect(faults).toEqual([{ path: 'expires_at', message: 'The expiry must be ahead.' }]);
  expect([code, message]).toEqual(['invalid_request', 'The expiry must be ahead.']);
  expect(refusal(500, 'no JSON').faults).toEqual([]);
  expect(refusal(404, { error: { code: 'not_found', message: 'x', param: null } }).faults).toEqual(
    [],
  );
});
