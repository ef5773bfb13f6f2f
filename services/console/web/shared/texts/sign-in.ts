/** Texts of the sign-in through an OpenID provider. */
export const signIn = {
  through: (name: string): string => `Sign in with ${name}`,
  faults: {
    stale:
      'This sign-in was restarted in another tab, was already used, or took more than ten minutes. Start again.',
    denied: 'The provider did not sign you in.',
    rejected: 'The response of the provider is not valid, so you were not signed in.',
    no_role:
      'None of your groups at the provider has a role here. Ask an owner of this installation.',
    disabled: 'Your account is suspended. Ask an owner of this installation.',
    sign_in_unavailable: 'The provider is not responding. Local administrators can sign in below.',
    rate_limit_exceeded: 'Too many failed sign-ins. Wait a minute.',
  },
  otherFault: 'The sign-in failed.',
} as const;
