/** The queues in Redis. Each job refers to a row in PostgreSQL, so that a queue may be lost. */
export const QUEUES = {
  /** Accepted operations of `/v1`. */
  async: 'async',
  /** Repeated jobs. */
  maintenance: 'maintenance',
  /** Purges. */
  retention: 'retention',
  /** Messages of webhooks. */
  webhooks: 'webhooks',
} as const;

/** One of {@link QUEUES}. */
export type QueueName = keyof typeof QUEUES;
