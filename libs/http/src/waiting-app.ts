import { GatewayError } from '@tollgate/contract/error-codes';
import type { Express } from 'express';
import { mountHealth } from './health.ts';
import type { Health } from './health.ts';
import { renderError } from './render-error.ts';
import { requestIdOf, createApp } from './serve.ts';

/** How soon a caller may come again, in seconds. */
const RETRY_SECONDS = 1;

/**
 * What a process answers while its start waits for something: its health, and 503 to everything
 * else.
 */
export function createWaitingApp(health: Health): Express {
  const app = createApp();
  mountHealth(app, health);
  app.use((request, response) => {
    const error = new GatewayError('service_unavailable', 'The service is starting.', {
      retryAfterSeconds: RETRY_SECONDS,
    });
    renderError(response, error, requestIdOf(request));
  });
  return app;
}
