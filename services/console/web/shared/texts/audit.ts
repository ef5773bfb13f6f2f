import { titles } from './titles.ts';

/** Texts of the page of audit events, and of the checks of its chain and of the ledger. */
export const auditTexts = {
  title: titles.audit,
  lead: 'Every change and every security event of users and administrators, newest first. Each event carries the hash of the previous one.',
  action: 'Action',
  actionHint: 'credit_grant.create',
  user: 'User (email or ID)',
  from: 'From',
  until: 'To',
  filter: 'Apply',
  none: 'No events found',
  noneText: 'Change the filters. Times are in the time zone of your browser.',
  at: 'Time',
  who: 'By',
  what: 'Action',
  target: 'Target',
  details: 'Details',
  chain: 'Audit chain',
  ledger: 'Ledger',
  verify: 'Verify',
  verifying: 'Verifying…',
  chainText:
    'Checks every event against the hash of the previous one and names the first that does not match.',
  ledgerText: 'Checks every invariant over the whole ledger. This may take a minute.',
  chainHolds: (events: string): string => `The audit chain is intact: ${events} events.`,
  chainBroken: (seq: string, fault: string): string =>
    `The audit chain is broken at event ${seq} (${fault}). Compare it with a copy stored elsewhere.`,
  ledgerHolds: (checks: string): string => `The ledger is consistent: ${checks} invariants.`,
  ledgerUnchecked: (since: string | null): string =>
    `The check did not finish. The whole ledger is unchecked since ${since ?? 'the beginning'}. See the alarm LedgerLookFailed.`,
  ledgerBroken:
    'These invariants are violated. Stop all changes and run make verify-ledger to list the rows.',
  first: 'First page',
  later: 'Next page',
} as const;
