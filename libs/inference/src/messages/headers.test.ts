import type { GatewayError } from '@tollgate/contract/errors';
import { readMessagesHeaders } from './headers.ts';

const read = (headers: Record<string, string>): object =>
  readMessagesHeaders((name) => headers[name]);

test.each([
  [{}, {}],
  [{ 'anthropic-version': '2023-06-01' }, {}],
  [{ 'anthropic-version': '2026-10-21' }, {}],
  [{ 'anthropic-beta': ' a-2025-01-01 ,,b ' }, { 'anthropic-beta': 'a-2025-01-01,b' }],
  [{ 'anthropic-beta': 'context-1m-2025-08-07' }, {}],
  [{ 'anthropic-beta': 'a,context-1m-2025-08-07,b' }, { 'anthropic-beta': 'a,b' }],
])('%j becomes %j', (given, kept) => {
  expect(read(given)).toEqual(kept);
});

test.each([
  [{ 'anthropic-version': '2023-01-01' }, 'anthropic-version'],
  [{ 'anthropic-version': '' }, 'anthropic-version'],
  [{ 'anthropic-beta': 'a b' }, 'anthropic-beta'],
  [{ 'anthropic-beta': `a${'x'.repeat(100)}` }, 'anthropic-beta'],
  [{ 'anthropic-beta': 'a,'.repeat(65) }, 'anthropic-beta'],
])('%j is refused', (given, param) => {
  let refused: unknown;
  try {
    read(given as unknown as Record<string, string>);
  } catch (error) {
    refused = error;
  }
  const { code, param: named } = refused as GatewayError;
  expect([code, named]).toEqual(['invalid_header', param]);
});
