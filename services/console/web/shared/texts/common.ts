/** Texts that both consoles use. */
export const common = {
  /** Kinds of transactions. */
  transactions: {
    grant: 'Grant',
    revoke: 'Revocation',
    expire_grant: 'Grant expired',
    reserve: 'On hold',
    settle: 'Spent',
    settle_late: 'Spent (late)',
    release: 'Released',
    expire_hold: 'Hold expired',
  } as Readonly<Record<string, string>>,
  product: 'Tollgate',
  skip: 'Skip to content',
  menu: 'Menu',
  close: 'Close',
  cancel: 'Cancel',
  save: 'Save',
  saving: 'Saving…',
  copy: 'Copy',
  copied: 'Copied',
  retry: 'Try again',
  loading: 'Loading…',
  more: 'Show more',
  reset: 'Clear filters',
  none: '—',
  requestId: 'Request ID',
  code: 'Code',
  next: 'What to do',
  theme: { label: 'Theme', system: 'System', light: 'Light', dark: 'Dark' },
  signIn: {
    title: 'Sign in',
    email: 'Email',
    password: 'Password',
    submit: 'Sign in',
    busy: 'Signing in…',
    ended: 'Your session has ended',
    endedText: 'Sign in again to continue. What you entered is still here.',
  },
  signOut: 'Sign out',
  notFound: 'Page not found',
  notFoundText: 'The address may be outdated or mistyped.',
  home: 'Go to the start page',
  nameToConfirm: (name: string): string => `Type ${name} to confirm`,
  credits: 'credits',
  exact: 'Show all decimals',
  /** Says why an action is missing. */
  onlyFor: (roles: readonly string[]): string =>
    `Only for the role ${new Intl.ListFormat('en', { type: 'disjunction' }).format(roles)}.`,
  times: (zone: string): string => `Times are in ${zone}.`,
  amounts: 'Amounts are in credits.',
  chartUnit: (zone: string): string => `Credits; times in ${zone}`,
  docs: 'Documentation',
  downloads: {
    title: 'Downloads',
    of: (bytes: string, total: string): string => `${bytes} of ${total}`,
    lines: (lines: string): string => `${lines} rows`,
    states: {
      running: 'In progress. You can open other pages meanwhile.',
      done: 'Saved.',
      failed: 'Failed. Nothing was saved.',
      stopped: 'Cancelled. Nothing was saved.',
    },
  },
} as const;

/** What to do about an error, by its code; {@link remedyByStatus} for the other codes. */
export const remedies: Readonly<Record<string, string>> = {
  invalid_credentials: 'Check the email address and the password, then try again.',
  insufficient_credit: 'Ask your administrator for credit.',
  max_credits_exceeded: 'Shorten the request, or raise its credit limit.',
  key_suspended: 'Resume the key, or use another one.',
  key_expired: 'Create a new key.',
  role_required: 'Ask an administrator with the required role.',
  model_unavailable: 'Choose another model.',
  quota_exceeded: 'Wait until the limit resets, or raise the limit of the key.',
  upstream_unavailable: 'Try again in a moment, or use another model.',
  upstream_timeout: 'Try again in a moment, or use another model.',
  upstream_credential_rejected:
    'An administrator must replace the secret of the credential on the page Providers.',
  account_suspended: 'Ask your administrator why the account is suspended.',
  rate_limit_exceeded: 'Wait a minute, then try again.',
  unauthenticated: 'Sign in again.',
  not_found: 'Go back to the list. The item may have been deleted.',
  cross_site_request: 'Open the console at its own address, then try again.',
  service_unavailable: 'Wait a moment, then try again.',
  offline: 'Check your connection, then try again.',
  validation: 'Correct the marked fields, then try again.',
};

/** What to do about an error whose code has no text of its own. */
export const remedyByStatus = (status: number): string =>
  status >= 500
    ? 'Try again in a moment. If the problem persists, report it with the request ID.'
    : 'Correct what the message names, then try again.';
