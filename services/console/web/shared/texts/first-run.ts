/** Texts of the set-up and of the steps to the first paid call. */
export const firstRun = {
  title: 'Set up Tollgate',
  lead: 'Create the first administrator, an owner. This works once, with the set-up token of this installation.',
  closed:
    'There is no administrator yet, and no set-up token. Set PLATFORM_SETUP_TOKEN for the service admin and restart it, or create an owner with the command create-admin.',
  token: 'Set-up token',
  tokenHint:
    'make up EMPTY=1 prints it. Elsewhere it is PLATFORM_SETUP_TOKEN of the service admin.',
  email: 'Email',
  password: 'Password',
  passwordHint: 'At least 10 characters.',
  create: 'Create administrator',
  busy: 'Creating…',
  steps: 'First steps',
  done: 'done',
  open: 'to do',
  guide: 'Your first hour as an administrator',
  stepTitles: {
    add_provider: 'Add the credential of a provider',
    sync_models: 'Sync its models',
    offer_model: 'Approve and price a model',
    create_user: 'Create a user',
    grant_credit: 'Grant credit to the user',
    create_key: 'Create a live key: the user in their console, or you on the page of the user',
    make_first_call: 'See the first call',
  },
} as const;
