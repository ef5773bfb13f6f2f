import { getReference } from '@tollgate/contract/routes/docs/reference';
import type { MountedRoute } from '@tollgate/http/route';
import type { DocsDeps } from '../../deps.ts';
import { docsRoute } from '../../docs-route.ts';
import { sendPage } from '../../pages.ts';

/** The first page of the reference of the listener that was asked. */
export const handleGetReference = ({ pages }: DocsDeps): MountedRoute =>
  docsRoute(getReference, async (_input, { caller, request, response }) => {
    await sendPage(pages, `${caller.plane}/reference/index.html`, { request, response });
  });
