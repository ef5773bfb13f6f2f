import type { GatewayError } from '@tollgate/contract/error-codes';
import { headersWithin, readMessagesHeaders } from './headers.ts';

const read = (headers: Record<string, string>): object =>
  readMessagesHeaders((name) => headers[name]);

test.each([
  [{}, {}],
  [{ 'anthropic-version': '2023-06-01' }, {}],
  [{ 'anthropic-version': '2026-10-21' }, {}],
  [{ 'anthropic-beta': ' a-2025-01-01 ,,b ' }, { 'anthropic-beta': 'a-2025-01-01,b' }],
])('%j becomes %j', (given, kept) => {
  expect(read(given)).toEqual(kept);
});

test.each([
  [{ contextTokens: 200_000, tiersAbove: [100_000] }, 'a,b'],
  [{ contextTokens: 1_000_000, tiersAbove: [] }, 'a,b'],
  [{ contextTokens: 1_000_000, tiersAbove: [1_000_000] }, 'a,b'],
  [{ contextTokens: 1_000_000, tiersAbove: [200_000] }, 'a,context-1m-2025-08-07,b'],
])('within %j the feature of a longer context goes on as %s', (terms, kept) => {
  const headers = readMessagesHeaders(() => undefined);
  expect(headersWithin(headers, terms)).toEqual({});
  const asked = { 'anthropic-beta': 'a,context-1m-2025-08-07,b' };
  expect(headersWithin(asked, terms)).toEqual({ 'anthropic-beta': kept });
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
