import { quoteVideoRoute } from '@tollgate/contract/routes/inference/videos';
import type { MountedRoute } from '@tollgate/http/route';
import type { Directory } from '@tollgate/inference/caller/directory';
import { quoteVideo } from '@tollgate/inference/quotes/quote-video';
import { keyRoute } from '../../key-route.ts';

/** `POST /v1/videos/quote`: from the snapshot, without asking the database. */
export const handleQuoteVideo = (deps: { directory: Directory }): MountedRoute =>
  keyRoute(quoteVideoRoute, ({ body }, { caller }) =>
    quoteVideo(deps.directory.catalog(), caller, body),
  );
