/** Words about films. */
export const films = {
  title: 'Films',
  one: 'Film',
  all: 'All films',
  asked: 'Asked for',
  terms: (seconds: number, resolution: string): string => `${seconds} s, ${resolution}`,
  sound: 'Sound',
  withSound: 'with sound',
  silent: 'silent',
  held: 'Held',
  charged: 'Charged',
  file: 'File',
  fetch: 'Download',
  fetchNamed: (name: string): string => `Download ${name}`,
  states: { queued: 'waiting', in_progress: 'being made', completed: 'made', failed: 'failed' },
  error: 'Error',
  waiting: 'The film is being made. This page looks for its file every two seconds.',
  noFile: {
    failed: 'The film failed, so that it has no file. The receipt says what it cost.',
    gone: 'The file is not kept any more. What it cost stands in the receipt of the request.',
  },
  isLong: (seconds: number, size: string): string => `${seconds} s, ${size} pixels.`,
  keptUntil: (at: string): string => `Kept until ${at}.`,
  empty: 'No film fits',
  emptyText:
    'Send POST /v1/videos with a model that makes films. Reset the choice of state to see others.',
} as const;
