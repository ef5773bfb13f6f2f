/** Texts about the settings and limits that administrators give users and their keys. */
export const limitTexts = {
  title: 'Shared limits of all keys',
  none: 'No shared limit is set. Only the limits of each key apply.',
  set: 'Set limits',
  ofUser: 'Shared limits of all keys of this user',
  ofUserText:
    'The limits take effect within a second and apply in addition to the limits of each key. Calls in progress continue.',
  ofKey: (name: string): string => `Limits of the key ${name}`,
  ofKeyText: 'The owner may set limits too. The stricter limit applies.',
  limits: 'Limits',
  change: 'Edit user',
  changeTitle: 'Edit user',
  email: 'Email',
  emailHint: 'The user signs in with this address from now on.',
  outputHint: 'Leave empty to use the default of the service.',
  create: 'Create key',
  createText:
    'Calls with this key are charged to this user. Send the secret to the user over a private channel.',
} as const;
