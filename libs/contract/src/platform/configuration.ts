import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from '../closed.ts';
import { HEADER } from '../headers.ts';
import type { RequestHeader } from '../route.ts';
import { Timestamp } from './shared.ts';

/** How long a lease of the configuration holds after its last change, in seconds. */
export const CONFIGURATION_LEASE_SECONDS = 120;

/** What a change of an apply says of its lease. */
export const LEASE_HEADER: Readonly<Record<string, RequestHeader>> = {
  [HEADER.configurationLease]: {
    description:
      'The lease of the apply that this change belongs to: the change is refused with 409 when the lease has ended, and makes it last on otherwise. Without the header nobody asks for a lease.',
    schema: Type.String({ examples: ['cfl_01jqxz8y6e0000000000000000'] }),
  },
};

/** The document that is about to be applied. */
export const ConfigurationLeaseCreate = Type.Object(
  {
    document_sha256: Type.String({
      pattern: '^[0-9a-f]{64}$',
      description: 'SHA-256 of the document as it was read, in hexadecimal digits',
      examples: ['0123456789abcdef'.repeat(4)],
    }),
    /** How many changes will follow. */
    changes: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  },
  closed,
);
export type ConfigurationLeaseCreate = Static<typeof ConfigurationLeaseCreate>;

/**
 * The right to apply a document, which one holder has at a time. Each change under it makes it last
 * on.
 */
export const ConfigurationLeaseOut = Type.Object(
  {
    id: Type.String(),
    document_sha256: Type.String(),
    expires_at: Timestamp,
  },
  closed,
);
export type ConfigurationLeaseOut = Static<typeof ConfigurationLeaseOut>;

/** How the apply of a document ended. */
export const ConfigurationLeaseEnd = Type.Object(
  {
    outcome: Type.Union([Type.Literal('applied'), Type.Literal('failed')]),
    /** How many changes were made. */
    changes: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  },
  closed,
);
export type ConfigurationLeaseEnd = Static<typeof ConfigurationLeaseEnd>;
