/** Words about what was granted to an account. */
export const grantWords = {
  title: 'Grants',
  none: 'Nothing was granted yet.',
  nextEnd: 'Credit ends next at',
  at: 'Granted at',
  state: 'State',
  states: { granted: 'granted', spent: 'spent', expired: 'expired', revoked: 'revoked' },
  amount: 'Amount',
  left: 'Left',
  spent: 'Spent',
  revoked: 'Revoked',
  expired: 'Expired',
  ends: 'Ends',
  noEnd: 'no end',
  grant: 'Grant',
  newest: '← Newest grants',
  older: 'Older grants →',
} as const;
