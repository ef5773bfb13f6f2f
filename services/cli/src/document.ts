import { Type } from 'typebox';
import type { Static, TProperties, TSchema } from 'typebox';
import { closed } from '@tollgate/contract/closed';
import { LimitsIn } from '@tollgate/contract/limits-document';
import {
  AliasStrategy,
  AliasTargetInput,
  PlatformAliasCreate,
} from '@tollgate/contract/platform/aliases';
import { ProviderCredentialCreate } from '@tollgate/contract/platform/credentials';
import { ModelApproval, PriceVersionCreate } from '@tollgate/contract/platform/models';
import { RETENTION_CATEGORIES, RetentionPolicyUpdate } from '@tollgate/contract/platform/retention';
import type { RetentionCategory } from '@tollgate/contract/platform/retention';
import { UpliftBp } from '@tollgate/contract/platform/shared';
import { NameText } from '@tollgate/contract/users';

/** The version of documents that this command reads and writes. */
const DOCUMENT_VERSION = 1;

/** The parts of a document, in the order in which they are brought about. */
export const NOUNS = [
  'providers',
  'models',
  'prices',
  'aliases',
  'users',
  'limits',
  'vector_stores',
  'retention',
] as const;
/** One of {@link NOUNS}. */
export type Noun = (typeof NOUNS)[number];

const named = <T extends TSchema>(pattern: string, schema: T): Type.TRecord<string, T> =>
  Type.Record(Type.String({ pattern }), schema, closed);
const described = <T extends TProperties>(description: string, properties: T): Type.TObject<T> =>
  Type.Object(properties, { ...closed, description });

const MODEL_PATTERN = '^[a-z][a-z0-9-]{0,30}/[^\\s/][^\\s]{0,268}$';
const MODEL_ID = Type.String({ pattern: MODEL_PATTERN, description: 'the public id of a model' });
/** Addresses are kept in small letters. */
const EMAIL_PATTERN = '^[^\\sA-Z@]{1,64}@[^\\sA-Z@]{1,189}$';
const LABEL_PATTERN =
  '^[^\\s\\u0000-\\u001f\\u007f]([^\\u0000-\\u001f\\u007f]{0,198}[^\\s\\u0000-\\u001f\\u007f])?$';

/** A reference to a secret; the secret itself is never in a document. */
const SecretReference = Type.Union(
  [
    Type.Object(
      { env: Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]{0,127}$' }) },
      { ...closed, description: 'The variable of the environment that holds the secret.' },
    ),
    Type.Object(
      { file: Type.String({ minLength: 1, maxLength: 1_000 }) },
      {
        ...closed,
        description: 'The file that holds the secret, from the folder of the document.',
      },
    ),
  ],
  { description: 'Where the secret stands.' },
);
/** A reference to a secret. */
export type SecretReference = Static<typeof SecretReference>;

const { base_url, secret_version, first_byte_seconds, total_seconds } =
  ProviderCredentialCreate.properties;
const Credential = described('A credential of a provider.', {
  base_url,
  status: Type.Optional(Type.Union([Type.Literal('active'), Type.Literal('disabled')])),
  credential: Type.Record(
    Type.String({ pattern: '^[a-z][a-z0-9_]{0,40}$' }),
    Type.Union([Type.String({ minLength: 1, maxLength: 1_000 }), SecretReference]),
    {
      ...closed,
      minProperties: 1,
      description: 'The fields of the family. Secret ones are references; others may stand here.',
    },
  ),
  secret_version,
  proxy_url: Type.Optional(
    Type.Union([Type.String({ minLength: 1, maxLength: 1_000 }), SecretReference, Type.Null()], {
      description:
        'The proxy of its calls; a URL with a password is a reference. Null takes it away.',
    }),
  ),
  first_byte_seconds,
  total_seconds,
});
/** A credential as a document names it. */
export type Credential = Static<typeof Credential>;

const Provider = described('Credentials of one provider, by their names.', {
  family: ProviderCredentialCreate.properties.family,
  credentials: named(LABEL_PATTERN, Credential),
});
/** A provider as a document names it. */
export type Provider = Static<typeof Provider>;

const { limits, parameters, dimensions, hard_output_tokens } = ModelApproval.properties;
const Model = described('A model that may be called, or that was rejected.', {
  state: Type.Optional(Type.Union([Type.Literal('approved'), Type.Literal('rejected')])),
  enabled: Type.Optional(Type.Boolean()),
  limits,
  parameters,
  dimensions,
  hard_output_tokens,
  first_byte_seconds,
  total_seconds,
});
/** A model as a document names it. */
export type Model = Static<typeof Model>;

const { prices, long_context, allow_free } = PriceVersionCreate.properties;
const PriceTable = { prices, long_context, allow_free };
const Price = described('Credits for a million tokens, or for one piece, as quoted decimals.', {
  ...PriceTable,
  upcoming: Type.Optional(
    Type.Array(
      described('Prices from a later moment on.', {
        effective_at: Type.String({ format: 'date-time' }),
        ...PriceTable,
      }),
      { maxItems: 100 },
    ),
  ),
});
/** The prices of a model as a document names them. */
export type Price = Static<typeof Price>;
/** One version of them. */
export type PriceTable = Omit<Price, 'upcoming'>;

const { weight, retries } = AliasTargetInput.properties;
const Alias = described('One name for several models.', {
  strategy: Type.Optional(AliasStrategy),
  enabled: Type.Optional(Type.Boolean()),
  first_byte_seconds: PlatformAliasCreate.properties.first_byte_seconds,
  total_seconds: PlatformAliasCreate.properties.total_seconds,
  targets: Type.Array(
    described('A model that the alias leads to.', { model: MODEL_ID, weight, retries }),
    {
      minItems: 1,
      maxItems: 20,
    },
  ),
});
/** An alias as a document names it. */
export type Alias = Static<typeof Alias>;

const User = described('A user, by the e-mail address in small letters.', {
  name: Type.Optional(NameText),
  status: Type.Optional(Type.Union([Type.Literal('active'), Type.Literal('suspended')])),
  max_output_tokens: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1, maximum: 10_000_000 }), Type.Null()]),
  ),
  uplift_bp: Type.Optional(UpliftBp),
  model_uplifts: Type.Optional(named(MODEL_PATTERN, Type.Union([UpliftBp, Type.Null()]))),
});
/** A user as a document names one. */
export type User = Static<typeof User>;

const LABEL = Type.String({ pattern: LABEL_PATTERN });
const VectorStore = described('Who may search a vector store, by its id at the provider.', {
  name: LABEL,
  provider: Type.String({ pattern: '^[a-z][a-z0-9-]{0,30}$' }),
  credential: Type.String({ pattern: LABEL_PATTERN, description: 'the name of a credential' }),
  user: Type.Union([Type.String({ pattern: EMAIL_PATTERN }), Type.Null()], {
    description: 'The e-mail address of its user in small letters; null: all users.',
  }),
});
/** A vector store as a document names it. */
export type VectorStore = Static<typeof VectorStore>;

const Retention = Type.Object(
  Object.fromEntries(
    RETENTION_CATEGORIES.map((name) => [name, Type.Optional(RetentionPolicyUpdate)]),
  ) as Record<RetentionCategory, Type.TOptional<typeof RetentionPolicyUpdate>>,
  { ...closed, description: 'How long what is kept, in days.' },
);

/** A whole document. What it does not name is left alone. */
export const Document = Type.Object(
  {
    tollgate: Type.Literal(DOCUMENT_VERSION, { description: 'The version of the document.' }),
    providers: Type.Optional(named('^[a-z][a-z0-9-]{0,30}$', Provider)),
    models: Type.Optional(named(MODEL_PATTERN, Model)),
    prices: Type.Optional(named(MODEL_PATTERN, Price)),
    aliases: Type.Optional(named('^[a-z0-9][a-z0-9._-]{0,63}$', Alias)),
    users: Type.Optional(named(EMAIL_PATTERN, User)),
    limits: Type.Optional(named(EMAIL_PATTERN, LimitsIn)),
    vector_stores: Type.Optional(named('^[A-Za-z0-9_-]{1,200}$', VectorStore)),
    retention: Type.Optional(Retention),
  },
  closed,
);
/** A whole document. */
export type Document = Static<typeof Document>;

/** The JSON Schema of documents, as editors use it. */
export function documentSchema(): Readonly<Record<string, unknown>> {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Configuration of Tollgate',
    ...(JSON.parse(JSON.stringify(Document)) as Record<string, unknown>),
  };
}
