import { prefersAsync } from './prefer.ts';

describe('Prefer', () => {
  test.each([
    'respond-async',
    'RESPOND-ASYNC; wait=5',
    'return=minimal, respond-async',
    'wait=10 ,\trespond-async ; a="b, c"',
    'respond-async=""',
    `return="${'x, '.repeat(3_000)}", respond-async`,
  ])('%.60s asks for it', (value) => expect(prefersAsync(value)).toBe(true));

  test.each([
    undefined,
    '',
    'return=minimal',
    'respond-asynchronously',
    'respond-async=no',
    'respond-async="no"',
    'return="respond-async"',
    'return="a, respond-async, b"',
    'wait=5; respond-async',
    'x'.repeat(10_000),
  ])('%.60s does not', (value) => expect(prefersAsync(value)).toBe(false));
});
