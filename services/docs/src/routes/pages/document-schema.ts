import { GatewayError } from '@tollgate/contract/error-codes';
import { getDocumentSchema } from '@tollgate/contract/routes/docs/pages';
import type { MountedRoute } from '@tollgate/http/route';
import { readFile } from 'node:fs/promises';
import type { DocsDeps } from '../../deps.ts';
import { docsRoute } from '../../docs-route.ts';
import { sendText } from '../../pages.ts';

const FILE = new URL('../../../openapi/configuration.schema.json', import.meta.url);

/** The schema as `make docs` has written it. */
export const handleGetDocumentSchema = ({ editions }: DocsDeps): MountedRoute =>
  docsRoute(getDocumentSchema, async (_input, { caller, response }) => {
    if (!editions[caller.plane].isForOperators) {
      throw new GatewayError('not_found', 'There is no such page.');
    }
    sendText(response, 'application/schema+json; charset=utf-8', await readFile(FILE));
  });
