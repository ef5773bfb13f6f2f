import { defineRoute } from '../../route.ts';

/** `GET /console` and everything below. */
export const getPage = defineRoute({
  method: 'get',
  path: '/console{/{*rest}}',
  auth: 'none',
  summary: 'The console of users, and of administrators through the internal listener',
  status: 200,
});
