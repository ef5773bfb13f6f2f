/** Words for what processes tell of themselves: how credentials work for them, and what billing did not take from them. */
export const health = {
  credential: {
    head: 'Health',
    well: 'well',
    unused: 'not used',
    fails: 'only failures',
    paused: 'goes last',
    shut: 'left alone',
    untold: 'not known',
    until: 'until',
    because: (why: string, processes: number): string =>
      `${why}, in ${processes === 1 ? '1 process' : `${processes} processes`}`,
    since: 'Since',
    tries: (tries: string, failed: string): string => `${tries} tries in a day, ${failed} failed`,
    noTries: 'no try in a day',
    last: (why: string): string => `The last failure: ${why},`,
    whys: {
      credential: 'its secret is refused',
      rate_limited: 'too many requests',
      overloaded: 'the provider is overloaded',
      unavailable: 'the provider is away',
      timeout: 'no answer in time',
      malformed: 'an answer that cannot be read',
      indeterminate: 'an outcome that is not known',
      unknown: 'another failure',
    },
  },
} as const;
