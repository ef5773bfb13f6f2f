/** Words about jobs that have failed, and what becomes of them. */
export const failing = {
  queue: 'Queue',
  job: 'Job',
  failedJobs: 'Failed jobs',
  noFailed: 'No job of this queue has failed, of those that are kept.',
  attempts: 'Tried',
  failedAt: 'Failed',
  reason: 'Reason',
  about: 'About',
  message: (id: string): string => `message ${id}`,
  retry: 'Retry',
  retried: 'What became of retried jobs',
  outcomes: {
    waiting: 'waits for a worker',
    active: 'running',
    delayed: 'waits for its time',
    failed: 'failed again',
    done: 'has run well',
  },
  later: 'Next page',
  first: 'First page',
} as const;
