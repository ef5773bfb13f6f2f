import { Type } from 'typebox';

/** The variables of PostgreSQL, for a service that connects with the database role `role`. */
export function databaseVariables(role: string) {
  return {
    DATABASE_URL: Type.String({
      secret: 'address',
      minLength: 1,
      description: `PostgreSQL, as ${role}`,
    }),
    DATABASE_POOL_MAX: Type.Integer({
      default: 10,
      minimum: 1,
      maximum: 100,
      description: 'connections to PostgreSQL of one process',
    }),
  };
}

/** The variable of Redis, with what the documentation says of it. */
export function redisVariables(description = 'Redis') {
  return {
    REDIS_URL: Type.String({
      secret: 'address',
      minLength: 1,
      // An address of Sentinels names the primary, which nothing else names.
      pattern: String.raw`^(?!rediss?\+sentinel:)|^rediss?\+sentinel://[^/?]+/[^/?]+(/\d+)?(\?.*)?$`,
      description: `${description}; by Sentinels: redis+sentinel://user:password@host:26379,host:26379/name of the primary`,
    }),
  };
}
