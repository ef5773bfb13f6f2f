/** Words of the sign-in through an OpenID provider. */
export const signIn = {
  through: (name: string): string => `Sign in with ${name}`,
  faults: {
    stale:
      'The sign-in was begun anew in another tab, was used already, or took more than ten minutes. Begin again.',
    denied: 'The provider did not sign you in.',
    rejected: 'What the provider answered does not hold, so nobody was signed in.',
    no_role:
      'None of your groups at the provider has a role here. Ask an owner of this installation.',
    disabled: 'You are kept out. Ask an owner of this installation.',
    sign_in_unavailable: 'The provider gives no answer. Local administrators can sign in below.',
    rate_limit_exceeded: 'Too many sign-ins came to nothing. Wait a minute.',
  },
  otherFault: 'The sign-in came to nothing.',
} as const;
