/** Words of the administrators' console. */
export const texts = {
  title: 'operations',
  menu: { overview: 'Overview' },
  signInLead: 'The plane of administrators.',
  overview: { title: 'Overview' },
} as const;
