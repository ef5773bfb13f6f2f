import {
  AddressRefused,
  assertUpstream,
  parseAllowedUpstreams,
} from '@tollgate/providers/engine/address-guard';
import type { AllowedUpstreams } from '@tollgate/providers/engine/address-guard';
import { OPERATORS } from './owner.ts';

/**
 * Which addresses messages may go to: the guard of providers, with an allow-list for each kind of
 * owner.
 */
export interface Receivers {
  /** The address as it is kept, or why no message goes there. */
  check(ownerId: string, text: string): { url: string } | { fault: string };
  /** The addresses inside the network that an owner may use. */
  allowedFor(ownerId: string): AllowedUpstreams;
}

/**
 * @param lists comma lists of `host:port` that may be private or without TLS; a service that knows
 *   only one kind of owner gives one
 * @throws AddressRefused when an entry is something else
 */
export function createReceivers(lists: { users?: string; operators?: string }): Receivers {
  const users = parseAllowedUpstreams(lists.users ?? '');
  const operators = parseAllowedUpstreams(lists.operators ?? '');
  const allowedFor = (ownerId: string): AllowedUpstreams =>
    ownerId === OPERATORS ? operators : users;
  return {
    allowedFor,
    check(ownerId, text) {
      try {
        return { url: assertReceiver(text, allowedFor(ownerId)) };
      } catch (error) {
        if (error instanceof AddressRefused) return { fault: error.message };
        throw error;
      }
    },
  };
}

/**
 * Checks and normalises the address of a receiver. A query may hold what the receiver knows the
 * sender by; a user name and a fragment may not be there.
 * @throws AddressRefused with a sentence for the owner
 */
function assertReceiver(text: string, allowed: AllowedUpstreams): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  // The parser of URLs drops control characters and blanks, so the text itself is checked.
  if (url === null || /[\s\p{Cc}\\]/u.test(text)) throw new AddressRefused('This is no URL.');
  if (url.username !== '' || url.password !== '') {
    throw new AddressRefused('The address must not hold a user name or a password.');
  }
  if (text.includes('#')) throw new AddressRefused('The address must not hold a fragment.');
  assertUpstream(url, allowed);
  return url.href;
}
