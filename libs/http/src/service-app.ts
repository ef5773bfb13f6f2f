import type { Express } from 'express';
import { mountHealth } from './health.ts';
import type { Health } from './health.ts';
import { createApp, serveRoutes } from './serve.ts';
import type { ServeOptions } from './serve.ts';

/** Wraps each guard and each handler, for instance to answer when the database is away. */
type Around = <Arguments extends unknown[], Result>(
  work: (...given: Arguments) => Promise<Result> | Result,
) => (...given: Arguments) => Promise<Result>;

export interface ServiceAppOptions extends ServeOptions {
  health: Health;
  around?: Around;
}

/**
 * An app that answers for the health of its process and serves the routes of its service; does not
 * listen.
 */
export function createServiceApp({ health, around, ...options }: ServiceAppOptions): Express {
  const app = createApp();
  mountHealth(app, health);
  serveRoutes(app, around === undefined ? options : wrapped(options, around));
  return app;
}

function wrapped(options: ServeOptions, around: Around): ServeOptions {
  return {
    ...options,
    routes: options.routes.map(({ definition, handler }) => ({
      definition,
      handler: around(handler),
    })),
    guards: Object.fromEntries(
      Object.entries(options.guards).map(([auth, guard]) => [auth, around(guard)]),
    ),
  };
}
