/** Words about what administrators set for a user and the user's keys. */
export const limiting = {
  title: 'Limits of all keys together',
  none: 'No limit is set: the keys of this user may use what each of them may.',
  set: 'Set limits',
  ofUser: 'Limits of all keys of the user together',
  ofUserText:
    'They hold within a second, beside the limits of each key. Calls under way are not cut off.',
  ofKey: (name: string): string => `Limits of the key ${name}`,
  ofKeyText: 'The owner may set limits as well; of two the tighter one holds.',
  limits: 'Limits',
  change: 'Change',
  changeTitle: 'Change a user',
  email: 'E-mail',
  emailHint: 'The user signs in with this address from now on.',
  outputHint: 'Empty: as the service has it.',
  create: 'Create a key',
  createText:
    'Calls with the key are charged to this user. Hand the secret over by a way that only the user reads.',
} as const;
