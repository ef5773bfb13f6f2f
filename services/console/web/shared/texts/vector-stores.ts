/** Texts about vector stores, which requests search. */
export const storeTexts = {
  title: 'Vector stores',
  lead: 'Requests search these in the files of a provider. Nobody may search a store that is not listed here.',
  ownLead: 'Requests that search files name these IDs.',
  none: 'No vector stores yet.',
  name: 'Name',
  id: 'ID',
  provider: 'Provider',
  upstream: 'ID at the provider',
  upstreamHint: 'OpenAI shows it as vs_… in the project of the credential.',
  credential: 'Credential',
  user: 'User',
  userHint: 'The email address or the ID. Leave it empty to give the store to all users.',
  everyone: 'All users',
  since: 'Since',
  add: 'Add vector store',
  remove: 'Delete',
  removeText:
    'Requests can no longer search this store. Requests in progress are finished. The store stays at the provider, which goes on billing it.',
} as const;
