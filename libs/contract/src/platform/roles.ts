/** What an administrator may be; of several roles the first of this list is the highest. */
export const PLATFORM_ROLES = ['owner', 'operator', 'finance', 'viewer'] as const;
/** A role of {@link PLATFORM_ROLES}. */
export type PlatformRole = (typeof PLATFORM_ROLES)[number];

interface Right {
  /** What may be done, for the documentation: a sentence without a subject. */
  readonly text: string;
  readonly roles: readonly PlatformRole[];
}

/**
 * What each role may do: the one table that the gate, the interface description, the documentation
 * and the console read. A route of the platform names the right that it needs.
 */
export const PLATFORM_RIGHTS = {
  own_account: {
    text: 'See who is signed in; change one’s own password; create tokens for machines that can do no more than oneself, and revoke one’s own.',
    roles: PLATFORM_ROLES,
  },
  read: {
    text: 'See every list, report, audit log and export. No answer holds a password, a key or a credential.',
    roles: PLATFORM_ROLES,
  },
  administrators: {
    text: 'Add, disable and remove administrators; give roles.',
    roles: ['owner'],
  },
  users: {
    text: 'Create, change, suspend and close users; set their limits; make invite and reset links.',
    roles: ['owner', 'operator'],
  },
  keys: {
    text: 'Issue keys for users; suspend, resume, delete and limit keys.',
    roles: ['owner', 'operator'],
  },
  catalogue: {
    text: 'Add and test credentials of providers; approve, enable and disable models; manage aliases and vector stores.',
    roles: ['owner', 'operator'],
  },
  jobs: {
    text: 'End videos whose provider does not say how they stand; cancel batches; run failed jobs again; send settlements that billing rejected again.',
    roles: ['owner', 'operator'],
  },
  retention: {
    text: 'Change how long data is kept, within the floors; purge.',
    roles: ['owner', 'operator'],
  },
  webhooks: {
    text: 'Create, change and delete webhooks of the operators; rotate their secrets; resend messages.',
    roles: ['owner', 'operator'],
  },
  configuration: {
    text: 'Apply a configuration document; each change also needs its own right.',
    roles: ['owner', 'operator', 'finance'],
  },
  credits: {
    text: 'Grant and revoke credit.',
    roles: ['owner', 'finance'],
  },
  reconciliations: {
    text: 'Compare providers’ reports with the ledger.',
    roles: ['owner', 'finance'],
  },
  prices: {
    text: 'Set prices and uplifts, try them on past requests, look prices up.',
    roles: ['owner', 'finance'],
  },
} as const satisfies Readonly<Record<string, Right>>;

/** A right of {@link PLATFORM_RIGHTS}. */
export type PlatformRight = keyof typeof PLATFORM_RIGHTS;

/** The roles that have a right, the highest first. */
export const rolesWith = (right: PlatformRight): readonly PlatformRole[] =>
  PLATFORM_RIGHTS[right].roles;

/** Whether a role has a right. */
export const mayUse = (role: PlatformRole, right: PlatformRight): boolean =>
  rolesWith(right).includes(role);

/** Everything that a role may do, in the order of the table. */
export const rightsOf = (role: PlatformRole): PlatformRight[] =>
  (Object.keys(PLATFORM_RIGHTS) as PlatformRight[]).filter((right) => mayUse(role, right));
