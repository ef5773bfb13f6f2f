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

/** The most changes that one dry run takes. */
export const DRY_RUN_STEPS_MAX = 1_000;

/** One change as the platform API would be asked for it. */
const DryRunStep = Type.Object(
  {
    method: Type.Union([
      Type.Literal('POST'),
      Type.Literal('PUT'),
      Type.Literal('PATCH'),
      Type.Literal('DELETE'),
    ]),
    path: Type.String({
      description: 'The path of the operation as its description has it, with names in braces.',
      maxLength: 200,
      examples: ['/api/platform/models/{model_id}/approval'],
    }),
    params: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: 600 }), {
        description:
          'The parameters of the path. What the dry run itself makes has no id yet and goes by its name: a model by its public id, a user by the e-mail address, a credential by `provider/name`.',
        examples: [{ model_id: 'demo/chat' }],
      }),
    ),
    body: Type.Optional(
      Type.Unknown({ description: 'The body of the operation.', examples: [{ reason: 'why' }] }),
    ),
  },
  closed,
);
/** One change as the platform API would be asked for it. */
export type DryRunStep = Static<typeof DryRunStep>;

/** Changes that are tried in their order, each on top of those before. */
export const DryRunCreate = Type.Object(
  { steps: Type.Array(DryRunStep, { maxItems: DRY_RUN_STEPS_MAX }) },
  closed,
);
export type DryRunCreate = Static<typeof DryRunCreate>;

const DryRunField = Type.Object(
  {
    loc: Type.Array(Type.Union([Type.String(), Type.Integer()])),
    msg: Type.String(),
    type: Type.String(),
  },
  closed,
);

/** Why a change would be refused. */
const DryRunFault = Type.Object(
  {
    step: Type.Integer({ description: 'The number of the step, from 0 on.' }),
    code: Type.String({ description: 'The code of the error.' }),
    message: Type.String(),
    detail: Type.Array(DryRunField, {
      description: 'The fields at fault, as a 422 of the operation lists them.',
    }),
  },
  closed,
);
export type DryRunFault = Static<typeof DryRunFault>;

/** What would be refused; nothing was changed. */
export const DryRunOut = Type.Object(
  {
    steps: Type.Integer({
      description: 'How many were tried: the first ones, where time ran out.',
    }),
    faults: Type.Array(DryRunFault),
  },
  closed,
);
export type DryRunOut = Static<typeof DryRunOut>;
