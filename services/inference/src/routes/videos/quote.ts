import type { quoteVideoRoute } from '@tollgate/contract/video';
import type { Handler } from '@tollgate/http/serve';
import type { Caller } from '@tollgate/inference/caller';
import type { Directory } from '@tollgate/inference/directory';
import { quoteVideo } from '@tollgate/inference/video/quote-video';

/** `POST /v1/videos/quote`: from the snapshot, without asking the database. */
export const handleQuoteVideo =
  (deps: { directory: Directory }): Handler<typeof quoteVideoRoute, Caller> =>
  ({ body }, { caller }) =>
    quoteVideo(deps.directory.catalog(), caller, body);
