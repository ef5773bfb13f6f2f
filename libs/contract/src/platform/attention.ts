import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from '../closed.ts';
import { Timestamp } from './shared.ts';

/** The most items of one kind; what is beyond them is not listed. */
export const ATTENTION_OF_KIND_MAX = 50;
/** The most items of one answer. */
const ATTENTION_ITEMS_MAX = 1_000;

/**
 * How urgent an item is: money or calls are lost, something is about to fail, or a decision is
 * open.
 */
const AttentionSeverity = Type.Union([
  Type.Literal('critical'),
  Type.Literal('warning'),
  Type.Literal('notice'),
]);

/** What an item is about. */
const AttentionKind = Type.Union([
  Type.Literal('invariant_broken'),
  Type.Literal('ledger_unchecked'),
  Type.Literal('settlements_refused'),
  Type.Literal('spool_alarm'),
  Type.Literal('queues_unreachable'),
  Type.Literal('credential_rejected'),
  Type.Literal('credential_paused'),
  Type.Literal('sync_failed'),
  Type.Literal('model_unavailable'),
  Type.Literal('target_gone'),
  Type.Literal('user_without_credit'),
  Type.Literal('usage_implausible'),
  Type.Literal('videos_indeterminate'),
  Type.Literal('jobs_failed'),
  Type.Literal('purges_failed'),
  Type.Literal('webhook_failing'),
  Type.Literal('price_below_list'),
  Type.Literal('prices_above_list'),
  Type.Literal('models_waiting'),
  Type.Literal('user_held_at_worst'),
  Type.Literal('key_expiring'),
]);

/** One thing that somebody has to look at. */
export const AttentionItemOut = Type.Object(
  {
    kind: AttentionKind,
    severity: AttentionSeverity,
    count: Type.Integer({ minimum: 1, description: 'How many calls, jobs or models it is about' }),
    id: Type.Union([Type.String(), Type.Null()], {
      description:
        'The id of the credential, user, request or webhook, or the public id of a model',
    }),
    name: Type.Union([Type.String(), Type.Null()], {
      description: 'What people call it, such as the name of a credential or an email address',
    }),
    detail: Type.Union([Type.String(), Type.Null()], {
      description: 'The reason, or what else is concerned, such as a model',
    }),
    since: Type.Union([Timestamp, Type.Null()]),
  },
  closed,
);
export type AttentionItemOut = Static<typeof AttentionItemOut>;

/** Everything that needs attention, the most urgent first. */
export const AttentionOut = Type.Object(
  { data: Type.Array(AttentionItemOut, { maxItems: ATTENTION_ITEMS_MAX }) },
  closed,
);
export type AttentionOut = Static<typeof AttentionOut>;
