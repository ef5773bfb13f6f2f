import { QuarantineOut, QuarantinePutBack, SpoolOut } from '../../platform/quarantine.ts';
import { defineRoute } from '../../route.ts';
import { SpoolIdParams } from './params.ts';

/** `GET /api/platform/quarantine`. */
export const getQuarantine = defineRoute({
  method: 'get',
  path: '/api/platform/quarantine',
  auth: 'platform',
  needs: 'read',
  summary: 'Decisions about money that billing rejected permanently, by the spool that keeps them',
  status: 200,
  response: QuarantineOut,
});

/** `POST /api/platform/quarantine/:spool_id/put-back`. */
export const putBackQuarantined = defineRoute({
  method: 'post',
  path: '/api/platform/quarantine/:spool_id/put-back',
  auth: 'platform',
  needs: 'jobs',
  summary: 'Send everything that a spool has quarantined to billing again',
  params: SpoolIdParams,
  body: QuarantinePutBack,
  bodyOptional: true,
  status: 202,
  errors: ['conflict'],
  response: SpoolOut,
});
