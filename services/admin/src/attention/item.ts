import type { AttentionItemOut } from '@tollgate/contract/platform/attention';

/**
 * What an item says beside its kind and its urgency; what is left out is nothing, and a count is
 * one.
 */
export type ItemFacts = Partial<Omit<AttentionItemOut, 'kind' | 'severity'>>;

const SEVERITIES: Readonly<Record<AttentionItemOut['kind'], AttentionItemOut['severity']>> = {
  invariant_broken: 'critical',
  ledger_unchecked: 'critical',
  settlements_refused: 'critical',
  spool_alarm: 'critical',
  queues_unreachable: 'critical',
  credential_rejected: 'critical',
  credential_paused: 'warning',
  sync_failed: 'warning',
  model_unavailable: 'warning',
  target_gone: 'warning',
  user_without_credit: 'warning',
  usage_implausible: 'warning',
  videos_indeterminate: 'warning',
  jobs_failed: 'warning',
  purges_failed: 'warning',
  webhook_failing: 'warning',
  price_below_list: 'warning',
  prices_above_list: 'notice',
  models_waiting: 'notice',
  user_held_at_worst: 'notice',
  key_expiring: 'notice',
};

/** An item of a kind, as urgent as the kind is. */
export const itemOf = (kind: AttentionItemOut['kind'], facts: ItemFacts): AttentionItemOut => ({
  kind,
  severity: SEVERITIES[kind],
  count: 1,
  id: null,
  name: null,
  detail: null,
  since: null,
  ...facts,
});

/** One item for so many things; none for none of them. */
export const countedItem = (
  kind: AttentionItemOut['kind'],
  count: number,
  facts: ItemFacts = {},
): AttentionItemOut[] => (count === 0 ? [] : [itemOf(kind, { ...facts, count })]);
