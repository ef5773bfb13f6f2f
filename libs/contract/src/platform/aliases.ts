import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from '../closed.ts';
import { aliasTimes, callTimesOut } from './call-times.ts';
import { UnroutableReason } from './models.ts';
import { pageProperties, Reason, Timestamp } from './shared.ts';

const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** The most targets that one alias can have. */
export const ALIAS_TARGETS_MAX = 20;
/** The largest weight of a target. */
const ALIAS_WEIGHT_MAX = 1_000_000;
/** The most repetitions that a target may be given. */
const ALIAS_RETRIES_MAX = 3;

/**
 * The name that callers send as `model`. It has no slash, so that it is never taken for an exact
 * id.
 */
const AliasName = Type.String({
  pattern: '^[a-z0-9][a-z0-9._-]{0,63}$',
  description:
    '1 to 64 small letters, digits, dots, underscores and hyphens, a letter or a digit first',
});

/**
 * The order in which a call tries the targets, the next when one fails. `ordered`: as they are
 * listed; `weighted`: drawn by weight; `lowest_price`: by what a usual call costs the caller, three
 * input tokens for an output token; `lowest_latency`: by how soon they began to answer in the last
 * minutes, where streams and embeddings count; `longest_context`: by their context limit.
 */
export const AliasStrategy = Type.Union([
  Type.Literal('ordered'),
  Type.Literal('weighted'),
  Type.Literal('lowest_price'),
  Type.Literal('lowest_latency'),
  Type.Literal('longest_context'),
]);
export type AliasStrategy = Static<typeof AliasStrategy>;

/** One model that an alias leads to. */
export const AliasTargetInput = Type.Object(
  {
    /** The id of an approved model, never its public name. */
    model_id: Type.String({ maxLength: 200 }),
    /** Its share against the other targets; for the strategy `weighted` only. Absent: 1. */
    weight: Type.Optional(Type.Integer({ minimum: 1, maximum: ALIAS_WEIGHT_MAX })),
    /**
     * How often the target is asked again, after a short pause, before the next target is tried.
     * Absent: 0.
     */
    retries: Type.Optional(Type.Integer({ minimum: 0, maximum: ALIAS_RETRIES_MAX })),
  },
  closed,
);
export type AliasTargetInput = Static<typeof AliasTargetInput>;

const Targets = Type.Array(AliasTargetInput, { minItems: 1, maxItems: ALIAS_TARGETS_MAX });

/** An alias to create. All of its targets have one capability. */
export const PlatformAliasCreate = Type.Object(
  {
    name: AliasName,
    /** Absent: `ordered`. */
    strategy: Type.Optional(AliasStrategy),
    targets: Targets,
    ...aliasTimes,
    /** Absent: true. */
    enabled: Type.Optional(Type.Boolean()),
    reason: Type.Optional(Reason),
  },
  closed,
);
export type PlatformAliasCreate = Static<typeof PlatformAliasCreate>;

/**
 * Changes of an alias; what is absent stays. The name never changes: callers and the allow-lists of
 * keys know it.
 */
export const PlatformAliasUpdate = Type.Object(
  {
    /** A change from `weighted` without targets forgets their weights. */
    strategy: Type.Optional(AliasStrategy),
    /** Replaces all targets. */
    targets: Type.Optional(Targets),
    ...aliasTimes,
    enabled: Type.Optional(Type.Boolean()),
    reason: Type.Optional(Reason),
  },
  { ...closed, minProperties: 1 },
);
export type PlatformAliasUpdate = Static<typeof PlatformAliasUpdate>;

/** A page of aliases, newest first. */
export const PlatformAliasQuery = Type.Object({ ...pageProperties }, closed);
export type PlatformAliasQuery = Static<typeof PlatformAliasQuery>;

/** A target of an alias, and whether a call can go to it now. */
const PlatformAliasTargetOut = Type.Object(
  {
    model_id: Type.String(),
    public_id: Type.String(),
    /** Null where the order decides. */
    weight: nullable(Type.Integer()),
    /** How often the target is asked again before the next target is tried. */
    retries: Type.Integer(),
    routable: Type.Boolean(),
    unroutable_reason: nullable(UnroutableReason),
  },
  closed,
);
export type PlatformAliasTargetOut = Static<typeof PlatformAliasTargetOut>;

/** An alias as administrators see one. */
export const PlatformAliasOut = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    strategy: AliasStrategy,
    enabled: Type.Boolean(),
    /** At least one target is. */
    routable: Type.Boolean(),
    unroutable_reason: nullable(UnroutableReason),
    /**
     * The published contract: what every approved and enabled target allows. Null when there is
     * none.
     */
    request_contract: nullable(Type.Record(Type.String(), Type.Unknown())),
    /** The smallest hard ceiling of these targets. */
    hard_output_tokens: nullable(Type.Integer()),
    ...callTimesOut,
    /** In their order. */
    targets: Type.Array(PlatformAliasTargetOut),
    /** The id of the administrator. */
    created_by: Type.String(),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  closed,
);
export type PlatformAliasOut = Static<typeof PlatformAliasOut>;
