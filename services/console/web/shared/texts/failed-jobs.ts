/** Texts about failed jobs and their retries. */
export const failedJobs = {
  queue: 'Queue',
  job: 'Job',
  failedJobs: 'Failed jobs',
  noFailed: 'No failed jobs in this queue.',
  attempts: 'Attempts',
  failedAt: 'Failed at',
  reason: 'Reason',
  about: 'Subject',
  message: (id: string): string => `message ${id}`,
  retry: 'Retry',
  retried: 'Retried jobs',
  outcomes: {
    waiting: 'waiting',
    active: 'running',
    delayed: 'scheduled',
    failed: 'failed again',
    done: 'succeeded',
  },
  later: 'Next page',
  first: 'First page',
} as const;
