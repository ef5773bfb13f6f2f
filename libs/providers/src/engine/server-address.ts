import { AddressRefused, assertUpstream } from './address-guard.ts';
import type { AllowedUpstreams } from './address-guard.ts';

const NO_EXCEPTIONS: AllowedUpstreams = new Set();

/**
 * Judges the address of an MCP server that a provider is to call: whether it can be no server on
 * the public internet, or holds a secret. A name is not resolved here, because the provider calls
 * it from its own network.
 * @returns the words behind the path of the field; null where the address can be called
 */
export function serverAddressFault(address: string): string | null {
  if (!URL.canParse(address)) return 'must be an https address.';
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') {
    return 'must name no user: send what authorizes you in its own field.';
  }
  try {
    assertUpstream(url, NO_EXCEPTIONS);
    return null;
  } catch (error) {
    if (error instanceof AddressRefused) return error.message;
    throw error;
  }
}
