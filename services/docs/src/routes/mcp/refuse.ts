import { GatewayError } from '@tollgate/contract/error-codes';
import { refuseStream } from '@tollgate/contract/routes/docs/mcp';
import type { MountedRoute } from '@tollgate/http/route';
import { docsRoute } from '../../docs-route.ts';

/** 405, which makes a client go on without the stream. */
export const handleRefuseStream = (): MountedRoute =>
  docsRoute(refuseStream, (_input, { response }) => {
    response.setHeader('allow', 'POST');
    throw new GatewayError('method_not_allowed', 'This address takes POST only.');
  });
