/**
 * Titles of the administrators’ pages for the menu and the pages; a file of its own, so that the
 * menu does not load the texts of all pages.
 */
export const titles = {
  overview: 'Overview',
  users: 'Users',
  credits: 'Credits',
  providers: 'Providers',
  models: 'Models',
  prices: 'Prices',
  aliases: 'Aliases',
  analytics: 'Analytics',
  requests: 'Requests',
  losses: 'Losses',
  invoices: 'Invoices',
  audit: 'Audit',
  access: 'Access',
  retention: 'Retention',
  webhooks: 'Webhooks',
  jobs: 'Jobs',
  administrators: 'Administrators',
  tokens: 'API tokens',
  settings: 'Settings',
} as const;

/** What the groups of the administrators’ menu are called. */
export const groupTitles = {
  customers: 'Customers',
  traffic: 'Traffic',
  catalogue: 'Catalogue',
  safety: 'Safety',
  system: 'System',
} as const;
