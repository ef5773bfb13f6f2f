import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from './closed.ts';
import { LimitsIn, LimitsOut } from './limits-document.ts';
import { NameText } from './users.ts';

const Timestamp = Type.String({ format: 'date-time', maxLength: 40 });
const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** The most keys that a user may have at one time. */
export const KEYS_PER_USER_MAX = 1_000;
/** The largest output ceiling that a key may carry, in tokens. */
const KEY_OUTPUT_TOKENS_MAX = 10_000_000;
/** The most models that a key's allow-list may name. */
const KEY_MODELS_MAX = 500;

/** `live` keys spend credit; `test` keys reach the sandbox models only, free of charge. */
export const KeyMode = Type.Union([Type.Literal('live'), Type.Literal('test')]);
export type KeyMode = Static<typeof KeyMode>;

/** The status of a key. An expired key is shown as expired even when it is suspended as well. */
export const KeyStatus = Type.Union([
  Type.Literal('active'),
  Type.Literal('suspended'),
  Type.Literal('expired'),
]);
export type KeyStatus = Static<typeof KeyStatus>;

/** How much a model may think, from none upwards. */
export const ReasoningEffort = Type.Union([
  Type.Literal('none'),
  Type.Literal('minimal'),
  Type.Literal('low'),
  Type.Literal('medium'),
  Type.Literal('high'),
  Type.Literal('xhigh'),
  Type.Literal('max'),
]);
export type ReasoningEffort = Static<typeof ReasoningEffort>;

const ModelId = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[\\x21-\\x7e]+$',
  description: 'The id of a model or an alias, without blanks',
});

const policy = {
  /** When the key stops working; null: never. */
  expires_at: Type.Optional(Nullable(Timestamp)),
  /** Used when a request names no effort and the model takes the parameter. */
  default_reasoning_effort: Type.Optional(Nullable(ReasoningEffort)),
  /** The ceiling of output tokens when a request names none. */
  max_output_tokens: Type.Optional(
    Nullable(Type.Integer({ minimum: 1, maximum: KEY_OUTPUT_TOKENS_MAX })),
  ),
  /** The only models that the key may use; null: all that the user may. */
  models: Type.Optional(
    Nullable(Type.Array(ModelId, { minItems: 1, maxItems: KEY_MODELS_MAX, uniqueItems: true })),
  ),
  /** The whole set: absent limits become unset. */
  limits: Type.Optional(Nullable(LimitsIn)),
};

/** A key to be made. */
export const SimpleApiKeyCreate = Type.Object(
  { name: NameText, mode: Type.Optional(KeyMode), ...policy },
  closed,
);
export type SimpleApiKeyCreate = Static<typeof SimpleApiKeyCreate>;

/** Changes to a key; what is absent stays. */
export const ApiKeyUpdate = Type.Object(
  { name: Type.Optional(NameText), ...policy },
  { ...closed, minProperties: 1 },
);
export type ApiKeyUpdate = Static<typeof ApiKeyUpdate>;

/** The longest that two secrets of a key work side by side, in seconds: 30 days. */
export const KEY_OVERLAP_SECONDS_MAX = 2_592_000;
/** How long they do unless the rotation says otherwise, in seconds: a day. */
export const KEY_OVERLAP_SECONDS_DEFAULT = 86_400;

/** How a key gets another secret. */
export const KeyRotation = Type.Object(
  {
    /** For how long the secret before works on; 0: not at all. */
    overlap_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: KEY_OVERLAP_SECONDS_MAX,
        default: KEY_OVERLAP_SECONDS_DEFAULT,
      }),
    ),
  },
  closed,
);
export type KeyRotation = Static<typeof KeyRotation>;

const shown = {
  id: Type.String(),
  name: Type.String(),
  mode: KeyMode,
  /** The start of the secret, enough to recognise it. */
  prefix: Type.String(),
  /** The last four characters of the secret. */
  last_four: Type.String(),
  status: KeyStatus,
  /**
   * Who suspended the key. A key that the platform suspended can be resumed by the platform only.
   */
  suspended_by: Nullable(Type.Union([Type.Literal('user'), Type.Literal('platform')])),
  expires_at: Nullable(Timestamp),
  default_reasoning_effort: Nullable(ReasoningEffort),
  max_output_tokens: Nullable(Type.Integer()),
  models: Nullable(Type.Array(Type.String())),
  /** Set by the owner. */
  limits: LimitsOut,
  /** Limits set by the platform; of the two limits the tighter one holds. */
  platform_limits: LimitsOut,
  /** Until when the secret before the last rotation works too; null: it does not. */
  replaced_until: Nullable(Timestamp),
  created_at: Timestamp,
  /** Updated from time to time, not with every call. */
  last_used_at: Nullable(Timestamp),
};

/** A key without its secret. */
export const ApiKeyOut = Type.Object(shown, closed);
export type ApiKeyOut = Static<typeof ApiKeyOut>;

/** A new key, or a new secret of one; the only answer that ever holds the secret. */
export const ApiKeyCreated = Type.Object({ ...shown, secret: Type.String() }, closed);
export type ApiKeyCreated = Static<typeof ApiKeyCreated>;

/** The path parameter of one key. Any text goes: what is no id of the caller's is not found. */
export const KeyIdParams = Type.Object({ key_id: Type.String() }, closed);
