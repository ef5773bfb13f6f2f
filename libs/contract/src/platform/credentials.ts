import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from '../closed.ts';
import { callTimes, callTimesOut } from './call-times.ts';
import { Label, Reason, Timestamp } from './shared.ts';

const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** The prefix of public model ids. */
export const ProviderPrefix = Type.String({
  pattern: '^[a-z][a-z0-9-]{0,30}$',
  description: 'Up to 31 small letters, digits and hyphens, a letter first',
});

/**
 * What an administrator enters for a family, by field; the family's schema says which and what they
 * may hold.
 */
const CredentialFields = Type.Record(
  Type.String({ pattern: '^[a-z][a-z0-9_]{0,40}$' }),
  Type.String({ minLength: 1, maxLength: 16_384 }),
  { maxProperties: 20 },
);
export type CredentialFields = Static<typeof CredentialFields>;

/** A kind of provider, with all that a form needs. */
export const ProviderFamilyOut = Type.Object(
  {
    id: Type.String(),
    label: Type.String(),
    /** The prefix of its models; null when the administrator chooses one. */
    provider: nullable(Type.String()),
    /** Null when the administrator has to give one. */
    base_url: nullable(Type.String()),
    /** JSON Schema of `credential`; secret fields carry `"secret": true`. */
    credential_schema: Type.Record(Type.String(), Type.Unknown()),
    /** Whether it can list its models, which `test` and `sync-models` need. */
    lists_models: Type.Boolean(),
  },
  closed,
);
export type ProviderFamilyOut = Static<typeof ProviderFamilyOut>;

/**
 * What administrators call a secret, which shows whether the newest one is in use; no part of the
 * secret.
 */
const SecretVersion = Type.String({
  pattern: '^[A-Za-z0-9._-]{1,64}$',
  description: '1 to 64 letters, digits, dots, underscores and hyphens',
  examples: ['2026-11'],
});
const BaseUrl = Type.String({ minLength: 1, maxLength: 500 });
/** The most characters of a proxy's URL. */
const PROXY_URL_CHARACTERS_MAX = 1_000;
const ProxyUrl = nullable(
  Type.String({
    minLength: 1,
    maxLength: PROXY_URL_CHARACTERS_MAX,
    description:
      'An HTTP proxy that every call with this credential goes through by CONNECT, instead of the proxy of the installation. User name and password are kept with the secret and never shown',
    examples: ['https://user:password@proxy.example.com:8443'],
  }),
);
const CredentialStatus = Type.Union([Type.Literal('active'), Type.Literal('disabled')]);

/** A credential to keep. Its secret can never be read again. */
export const ProviderCredentialCreate = Type.Object(
  {
    family: Type.String({ minLength: 1, maxLength: 40 }),
    /** Needed for families without a prefix of their own; refused when it differs from theirs. */
    provider: Type.Optional(ProviderPrefix),
    name: Label,
    /** Needed for families without an address of their own. */
    base_url: Type.Optional(BaseUrl),
    credential: CredentialFields,
    secret_version: Type.Optional(SecretVersion),
    /** Null or absent: the proxy of the installation, if there is one. */
    proxy_url: Type.Optional(ProxyUrl),
    ...callTimes,
  },
  closed,
);
export type ProviderCredentialCreate = Static<typeof ProviderCredentialCreate>;

/**
 * Changes of a credential. Another `base_url` needs the `credential` again: a stored secret is
 * never sent to a new address.
 */
export const PlatformProviderCredentialUpdate = Type.Object(
  {
    name: Type.Optional(Label),
    base_url: Type.Optional(BaseUrl),
    status: Type.Optional(CredentialStatus),
    credential: Type.Optional(CredentialFields),
    /** With `credential` only; without it the new secret has none. */
    secret_version: Type.Optional(SecretVersion),
    /** Null takes the proxy away. */
    proxy_url: Type.Optional(ProxyUrl),
    ...callTimes,
  },
  { ...closed, minProperties: 1 },
);
export type PlatformProviderCredentialUpdate = Static<typeof PlatformProviderCredentialUpdate>;

/** The confirmation of a removal. */
export const PlatformProviderCredentialRemoval = Type.Object(
  {
    /** The credential's name, typed again. */
    confirm_name: Type.String({ minLength: 1, maxLength: 200 }),
    /** Needed when approved models would be left without any credential. */
    accept_unroutable_models: Type.Optional(Type.Boolean()),
    reason: Type.Optional(Reason),
  },
  closed,
);
export type PlatformProviderCredentialRemoval = Static<typeof PlatformProviderCredentialRemoval>;

/** The newest test of a credential. */
export const CredentialTestOut = Type.Object(
  {
    ok: Type.Boolean(),
    /** The fault in our words; null when the test succeeded. */
    failure: nullable(
      Type.Union([
        Type.Literal('credential'),
        Type.Literal('rate_limited'),
        Type.Literal('unavailable'),
        Type.Literal('timeout'),
        Type.Literal('malformed'),
        Type.Literal('rejected'),
      ]),
    ),
    message: Type.String(),
    tested_at: Timestamp,
  },
  closed,
);
export type CredentialTestOut = Static<typeof CredentialTestOut>;

/** The newest sync of a credential: it is found here while it runs, whoever asked for it. */
const CredentialSyncOut = Type.Object(
  {
    state: Type.Union(
      [
        Type.Literal('running'),
        Type.Literal('done'),
        Type.Literal('failed'),
        Type.Literal('interrupted'),
      ],
      { description: 'interrupted: its process died before it ended' },
    ),
    started_at: Timestamp,
    ended_at: nullable(Timestamp),
    /** Null unless it is done. */
    discovered: nullable(Type.Integer({ description: 'Models that were new' })),
    known: nullable(Type.Integer()),
    ignored: nullable(Type.Integer({ description: 'Names that are unusable or not served' })),
    failure: nullable(
      Type.Union([
        Type.Literal('credential'),
        Type.Literal('rate_limited'),
        Type.Literal('unavailable'),
        Type.Literal('timeout'),
        Type.Literal('malformed'),
        Type.Literal('rejected'),
        Type.Literal('unknown'),
      ]),
    ),
    message: nullable(Type.String()),
  },
  closed,
);
export type CredentialSyncOut = Static<typeof CredentialSyncOut>;

/** A credential without its secret. */
export const ProviderCredentialOut = Type.Object(
  {
    id: Type.String(),
    family: Type.String(),
    provider: Type.String(),
    name: Type.String(),
    base_url: Type.String(),
    /** The last four characters of its (first) secret field; shorter secrets show nothing. */
    last4: Type.String(),
    /** What came with the secret as its `secret_version`; null without one. */
    secret_version: nullable(Type.String()),
    /** The proxy of its calls, with `***` in place of user name and password; null: none. */
    proxy_url: nullable(Type.String()),
    status: CredentialStatus,
    ...callTimesOut,
    last_test: nullable(CredentialTestOut),
    last_sync_at: nullable(Timestamp),
    last_sync: nullable(CredentialSyncOut),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  closed,
);
export type ProviderCredentialOut = Static<typeof ProviderCredentialOut>;

/** Credentials whose health one answer has. */
export const HEALTH_ROWS_MAX = 1_000;

/** Why a try failed, in our words; the request itself is never the reason. */
const TryFailure = Type.Union([
  Type.Literal('credential'),
  Type.Literal('model_unavailable'),
  Type.Literal('rate_limited'),
  Type.Literal('overloaded'),
  Type.Literal('unavailable'),
  Type.Literal('timeout'),
  Type.Literal('malformed'),
  Type.Literal('indeterminate'),
  Type.Literal('unknown'),
]);

const leftAlone = {
  state: Type.Union([Type.Literal('paused'), Type.Literal('shut')], {
    description: 'paused: other credentials of the provider go first. shut: no call uses it',
  }),
  failure: TryFailure,
  since: Timestamp,
  until: Type.String({
    format: 'date-time',
    description: 'When the last of the processes tries it again',
  }),
  processes: Type.Integer({ minimum: 1, description: 'Processes that leave it alone' }),
};

/** What the processes that call providers have learned of one credential. */
export const CredentialHealthOut = Type.Object(
  {
    id: Type.String(),
    /** Null while every process uses it as any other. */
    left_alone: nullable(Type.Object(leftAlone, closed)),
    /** Models that are left alone at this credential while its others are used. */
    models: Type.Array(
      Type.Object(
        { model: Type.String({ description: 'The exact public id' }), ...leftAlone },
        closed,
      ),
      { maxItems: HEALTH_ROWS_MAX },
    ),
    tries: Type.Integer({ minimum: 0, description: 'Calls of the provider with it' }),
    failed: Type.Integer({
      minimum: 0,
      description: 'Those that failed for another reason than the request',
    }),
    last_failure: nullable(Type.Object({ failure: TryFailure, at: Timestamp }, closed)),
  },
  closed,
);
export type CredentialHealthOut = Static<typeof CredentialHealthOut>;

/** The health of credentials, in the order of their list. Processes report every few seconds. */
export const CredentialsHealthOut = Type.Object(
  {
    /** From when on tries are counted: the start of the hour 23 hours before the one that runs. */
    since: Timestamp,
    credentials: Type.Array(CredentialHealthOut, { maxItems: HEALTH_ROWS_MAX }),
  },
  closed,
);
export type CredentialsHealthOut = Static<typeof CredentialsHealthOut>;

/** A removed credential. */
export const ProviderCredentialRemoved = Type.Object(
  {
    id: Type.String(),
    deleted: Type.Literal(true),
    /** Public ids of approved models that no active credential serves any more. */
    unroutable_models: Type.Array(Type.String()),
  },
  closed,
);
export type ProviderCredentialRemoved = Static<typeof ProviderCredentialRemoved>;

/** The result of reading the provider's list of models. */
export const ModelSyncOut = Type.Object(
  {
    /** Ids of models that were not known before; they wait for approval. */
    discovered: Type.Array(Type.Object({ id: Type.String(), public_id: Type.String() }, closed)),
    /** How many of the listed models were known already. */
    known: Type.Integer(),
    /** How many listed names are unusable, or name models that the family cannot serve. */
    ignored: Type.Integer(),
    synced_at: Timestamp,
  },
  closed,
);
export type ModelSyncOut = Static<typeof ModelSyncOut>;
