/** What a sentence about something that needs attention is made of. */
interface Item {
  count: number;
  id: string | null;
  name: string | null;
  detail: string | null;
}

/** Why a model that is approved cannot be called. */
const REASONS: Readonly<Record<string, string>> = {
  unpriced: 'it has no price for everything that it can be charged for',
  contract_incomplete: 'its limits are not complete',
  no_active_credential: 'no active credential offers it',
};

const SPOOL: Readonly<Record<string, string>> = {
  stuck: 'settlements wait for too long',
  refused: 'billing has rejected settlements permanently',
  unwritable: 'settlements cannot be written to its disk',
};

const FAILURES: Readonly<Record<string, string>> = {
  credential: 'the provider rejected the secret',
  model_unavailable: 'the provider does not offer the model',
  rate_limited: 'the provider limits the rate',
  overloaded: 'the provider is overloaded',
  unavailable: 'the provider is unavailable',
  timeout: 'the provider did not answer in time',
  malformed: 'the provider answered something unreadable',
  indeterminate: 'the connection broke before the answer',
};

const reasonOf = (texts: Readonly<Record<string, string>>, code: string | null): string =>
  code === null ? 'unknown reason' : (texts[code] ?? code.replaceAll('_', ' '));

const calls = (count: number): string => (count === 1 ? '1 call' : `${count} calls`);

/** Texts of the card about what needs attention. */
export const attentionLabels = {
  title: 'Needs attention',
  calm: 'All clear',
  since: 'since',
  /** What the number beside the page in the menu counts. */
  count: (count: number): string => `${count} need attention`,
  severities: { critical: 'critical', warning: 'warning', notice: 'notice' },
  /** The troubles, by kind. */
  sentences: {
    invariant_broken: ({ name }: Item) => `The ledger breaks its invariant ${name}.`,
    ledger_unchecked: () =>
      'The last check of the ledger did not finish, so nobody knows whether it is consistent.',
    settlements_refused: ({ count }: Item) =>
      `Billing rejected ${count} ${count === 1 ? 'settlement' : 'settlements'} permanently. They wait in quarantine.`,
    spool_alarm: ({ name }: Item) => {
      const [service = '', reason = ''] = (name ?? '').split(' ');
      return `The settlement spool of ${service}: ${reasonOf(SPOOL, reason)}.`;
    },
    queues_unreachable: () => 'Redis does not answer, so no job can be seen or started.',
    credential_rejected: ({ name }: Item) =>
      `The provider rejected the secret of the credential “${name}”.`,
    credential_paused: ({ name, detail }: Item) =>
      `The credential “${name}” is paused: ${reasonOf(FAILURES, detail)}.`,
    sync_failed: ({ name, detail }: Item) =>
      `The last model sync of “${name}” failed: ${reasonOf(FAILURES, detail)}.`,
    model_unavailable: ({ name, detail }: Item) =>
      `${name} is approved but cannot be called: ${reasonOf(REASONS, detail)}.`,
    target_gone: ({ name, detail }: Item) =>
      `The provider no longer offers ${name} to the credential “${detail}”. Aliases use their next target; direct calls of the model are rejected.`,
    user_without_credit: ({ name, id, count }: Item) =>
      `${name ?? id} has no credit: ${calls(count)} rejected in the last day.`,
    usage_implausible: ({ name }: Item) =>
      `The provider of ${name} reported an impossible usage. Such calls are charged by our own count.`,
    videos_indeterminate: ({ count }: Item) =>
      `${count} ${count === 1 ? 'video whose' : 'videos whose'} provider does not report the state.`,
    jobs_failed: ({ name, count }: Item) =>
      `${count} failed ${count === 1 ? 'job' : 'jobs'} in the queue ${name}.`,
    purges_failed: ({ count }: Item) => `${count} failed ${count === 1 ? 'purge' : 'purges'}.`,
    webhook_failing: ({ name }: Item) => `Deliveries to the operator webhook ${name} fail.`,
    price_below_list: ({ name, detail }: Item) =>
      `${name} costs less here than in its provider’s price list: ${detail}. Calls may lose money.`,
    prices_above_list: ({ count }: Item) =>
      `${count} ${count === 1 ? 'model costs' : 'models cost'} more here than in the price lists of their providers.`,
    models_waiting: ({ count }: Item) =>
      `${count} ${count === 1 ? 'model waits' : 'models wait'} for approval.`,
    user_held_at_worst: ({ name, id, detail }: Item) =>
      `${name ?? id} continues to exceed holds on ${detail ?? 'a model that no longer exists'}. Holds for these calls assume the highest possible usage until a day passes without an overrun.`,
    key_expiring: ({ name }: Item) => `The key “${name}” is in use and expires within a week.`,
  },
  /** What somebody does about it, as the text of a link. */
  moves: {
    invariant_broken: 'Check the ledger',
    ledger_unchecked: 'Check the ledger',
    settlements_refused: 'Retry them',
    spool_alarm: 'Open jobs',
    queues_unreachable: 'Open jobs',
    credential_rejected: 'Replace the secret',
    credential_paused: 'Open providers',
    sync_failed: 'Sync again',
    model_unavailable: 'Open the model',
    target_gone: 'Open the model',
    user_without_credit: 'Grant credit',
    usage_implausible: 'Open the request',
    videos_indeterminate: 'Open videos',
    jobs_failed: 'Retry jobs',
    purges_failed: 'Open purges',
    webhook_failing: 'Open webhooks',
    price_below_list: 'Compare prices',
    prices_above_list: 'Open prices',
    models_waiting: 'Review models',
    user_held_at_worst: 'Open the user',
    key_expiring: 'Open the user',
  },
} as const;
