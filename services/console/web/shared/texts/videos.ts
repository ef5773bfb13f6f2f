/** Texts about videos. */
export const videos = {
  title: 'Videos',
  one: 'Video',
  all: 'All videos',
  requested: 'Requested',
  terms: (seconds: number, resolution: string): string => `${seconds} s, ${resolution}`,
  sound: 'Sound',
  withSound: 'with sound',
  silent: 'silent',
  held: 'On hold',
  spent: 'Spent',
  file: 'File',
  fetch: 'Download',
  fetchNamed: (name: string): string => `Download ${name}`,
  states: {
    queued: 'queued',
    in_progress: 'in progress',
    completed: 'completed',
    failed: 'failed',
  },
  error: 'Error',
  waiting: 'The video is in progress. This page checks for its file every two seconds.',
  noFile: {
    failed: 'The video failed and has no file. The receipt shows what it cost.',
    gone: 'The file has been deleted. The receipt of the request shows what the video cost.',
  },
  isLong: (seconds: number, size: string): string => `${seconds} s, ${size} pixels.`,
  keptUntil: (at: string): string => `Available until ${at}.`,
  empty: 'No videos found',
  emptyText:
    'Send POST /v1/videos with a video model to create one, or choose another state to see others.',
} as const;
