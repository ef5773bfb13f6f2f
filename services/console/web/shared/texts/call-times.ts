/** Texts about how long calls may take. */
export const callTimes = {
  title: (name: string): string => `Time limits of ${name}`,
  action: 'Time limits',
  save: 'Save',
  text: 'The limits apply to new calls. A limit of a model takes precedence over the limit of its credential.',
  names: {
    first_byte_seconds: 'Time to first event (seconds)',
    total_seconds: 'Total time (seconds)',
  },
  short: { first_byte_seconds: 'First event', total_seconds: 'Total' },
  seconds: (seconds: number): string => `${seconds} s`,
  hints: {
    alias: {
      first_byte_seconds:
        'Longest wait for the first event of a stream, 1 to 3600; then the next target is tried. Leave empty to use the limit of each model.',
      total_seconds:
        'Longest time of a whole call, 1 to 3600. Leave empty to use the limit of each model.',
    },
    model: {
      first_byte_seconds:
        'Longest wait for the first event of a stream, 1 to 3600. Leave empty to use the limit of the credential.',
      total_seconds:
        'Longest time of a whole call, 1 to 3600. Leave empty to use the limit of the credential.',
    },
    credential: {
      first_byte_seconds:
        'Longest wait for the first event of a stream, 1 to 3600. Leave empty to use the limit of the installation.',
      total_seconds:
        'Longest time of a whole call, 1 to 3600. Leave empty to use the limit of the installation.',
    },
  },
} as const;
