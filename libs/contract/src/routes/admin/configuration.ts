import {
  ConfigurationLeaseCreate,
  ConfigurationLeaseEnd,
  ConfigurationLeaseOut,
  DryRunCreate,
  DryRunOut,
} from '../../platform/configuration.ts';
import { defineRoute } from '../../route.ts';
import { LeaseIdParams } from './params.ts';

/** `POST /api/platform/configuration-leases`. */
export const takeLease = defineRoute({
  method: 'post',
  path: '/api/platform/configuration-leases',
  auth: 'platform',
  needs: 'configuration',
  summary: 'Begin to apply a document of configuration; one is applied at a time',
  body: ConfigurationLeaseCreate,
  status: 201,
  errors: ['conflict', 'rate_limit_exceeded'],
  response: ConfigurationLeaseOut,
});

/** `POST /api/platform/configuration-leases/:lease_id/end`. */
export const endLease = defineRoute({
  method: 'post',
  path: '/api/platform/configuration-leases/:lease_id/end',
  auth: 'platform',
  needs: 'configuration',
  summary: 'Say how the apply of a document ended, and let the next one begin',
  params: LeaseIdParams,
  body: ConfigurationLeaseEnd,
  status: 204,
});

/** `POST /api/platform/configuration-dry-runs`. */
export const dryRunConfiguration = defineRoute({
  method: 'post',
  path: '/api/platform/configuration-dry-runs',
  auth: 'platform',
  needs: 'configuration',
  summary: 'Try the changes of a document without making them, and list what would be refused',
  body: DryRunCreate,
  status: 200,
  errors: ['conflict', 'rate_limit_exceeded'],
  response: DryRunOut,
});
