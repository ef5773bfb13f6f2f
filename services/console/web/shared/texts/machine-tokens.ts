import { titles } from './titles.ts';

/** Texts of the page about tokens for machines. */
export const machineTokens = {
  title: titles.tokens,
  lead: 'CI, scripts and the command-line tool use these instead of a password. A token can do no more than its role and the administrator who created it.',
  create: 'Create token',
  name: 'Name',
  role: 'Role',
  days: 'Expires in days',
  owner: 'Administrator',
  ending: 'Ends with',
  state: 'State',
  states: { active: 'active', expired: 'expired', revoked: 'revoked' },
  created: 'Created',
  expires: 'Expires',
  used: 'Last used',
  never: 'never',
  actions: 'Actions',
  revoke: 'Revoke',
  revokeText: 'Everything that uses this token is rejected immediately.',
  made: 'Token created',
  madeText: 'Copy the token now. It is not shown again.',
  token: 'Token',
  stored: 'I have stored it',
  empty: 'No tokens yet.',
};
