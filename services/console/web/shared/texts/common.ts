/** Words that both consoles use. */
export const common = {
  /** Kinds of movements of credit. */
  movements: {
    grant: 'Grant',
    revoke: 'Revocation',
    expire_grant: 'Grant ended',
    reserve: 'Held',
    settle: 'Charged',
    settle_late: 'Charged late',
    release: 'Hold given back',
    expire_hold: 'Hold ended',
  } as Readonly<Record<string, string>>,
  product: 'Tollgate',
  skip: 'Skip to the page',
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
  reset: 'Reset filters',
  none: '—',
  requestId: 'Request id',
  code: 'Code',
  next: 'What to do',
  theme: { label: 'Theme', system: 'As the system', light: 'Light', dark: 'Dark' },
  signIn: {
    title: 'Sign in',
    email: 'E-mail',
    password: 'Password',
    submit: 'Sign in',
    busy: 'Signing in…',
    ended: 'Your session has ended',
    endedText: 'Sign in again to go on. What you have entered is still here.',
  },
  signOut: 'Sign out',
  notFound: 'There is no such page',
  notFoundText: 'The address may be old or mistyped.',
  home: 'Go to the first page',
  nameToConfirm: (name: string): string => `Type ${name} to confirm`,
  credits: 'credits',
  exact: 'Show every digit',
  /** Why an action is not there. */
  onlyFor: (roles: readonly string[]): string =>
    `Only for the role ${new Intl.ListFormat('en', { type: 'disjunction' }).format(roles)}.`,
  times: (zone: string): string => `Times are in ${zone}.`,
  amounts: 'Amounts are in credits.',
  chartUnit: (zone: string): string => `Credits; times in ${zone}`,
  docs: 'Documentation',
  downloads: {
    title: 'Downloads',
    of: (bytes: string, total: string): string => `${bytes} of ${total}`,
    lines: (lines: string): string => `${lines} lines`,
    states: {
      running: 'Under way; other pages can be looked at meanwhile.',
      done: 'Saved.',
      failed: 'Broke off, nothing was saved.',
      stopped: 'Cancelled, nothing was saved.',
    },
  },
} as const;

/** What to do about an error, by its code; the rest by what its status means. */
export const remedies: Readonly<Record<string, string>> = {
  invalid_credentials: 'Check the address and the password and try again.',
  account_suspended: 'Ask your administrator why the account is suspended.',
  rate_limit_exceeded: 'Wait a minute and try again.',
  unauthenticated: 'Sign in again.',
  insufficient_credits: 'Ask your administrator for credit.',
  not_found: 'Go back to the list: it may have been deleted.',
  cross_site_request: 'Open the console under its own address and try again.',
  service_unavailable: 'Wait a moment and try again.',
  offline: 'Check your connection and try again.',
  validation: 'Correct the fields that are named and try again.',
};

/** For codes without words of their own. */
export const remedyByStatus = (status: number): string =>
  status >= 500
    ? 'Try again in a moment. If it stays, tell your administrator the request id.'
    : 'Correct what the message names and try again.';
