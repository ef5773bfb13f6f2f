/** Texts about the grants of an account. */
export const grantLabels = {
  title: 'Grants',
  none: 'No grants yet.',
  nextEnd: 'Credit expires next at',
  at: 'Granted at',
  state: 'State',
  states: { granted: 'active', spent: 'spent', expired: 'expired', revoked: 'revoked' },
  amount: 'Amount',
  left: 'Remaining',
  spent: 'Spent',
  revoked: 'Revoked',
  expired: 'Expired',
  ends: 'Expires',
  noEnd: 'never',
  grant: 'Grant',
  newest: '← Newest grants',
  older: 'Older grants →',
} as const;
