import { GatewayError } from '@tollgate/contract/error-codes';
import type { RouteDefinition } from '@tollgate/contract/route';
import { sayWhenAway } from '@tollgate/db/away';
import type { MountedRoute } from '@tollgate/http/route';
import type { Guard } from '@tollgate/http/serve';
import {
  speechOperation,
  transcriptionOperation,
  translationOperation,
} from '@tollgate/inference/audio-operations';
import { imageEditsOperation, imagesOperation } from '@tollgate/inference/image-operations';
import { authenticate } from '@tollgate/inference/caller/authenticate';
import type { Exchange } from '@tollgate/inference/call';
import { complete, completing } from '@tollgate/inference/complete';
import type { CompleteDeps } from '@tollgate/inference/complete';
import { countTokens } from '@tollgate/inference/messages/count-tokens';
import {
  chatOperation,
  embeddingsOperation,
  messagesOperation,
  moderationsOperation,
  rerankOperation,
  responsesOperation,
  videoOperation,
} from '@tollgate/inference/operation';
import { quoteChat } from '@tollgate/inference/quotes/quote-chat';
import { quoteChatRoute, chatRoute } from '@tollgate/contract/routes/inference/chat';
import {
  speechRoute,
  transcriptionRoute,
  translationRoute,
} from '@tollgate/contract/routes/inference/audio';
import { countTokensRoute, messagesRoute } from '@tollgate/contract/routes/inference/messages';
import { embeddingsRoute } from '@tollgate/contract/routes/inference/embeddings';
import { editImagesRoute, generateImagesRoute } from '@tollgate/contract/routes/inference/images';
import { moderationsRoute } from '@tollgate/contract/routes/inference/moderations';
import { rerankRoute } from '@tollgate/contract/routes/inference/rerank';
import { responsesRoute } from '@tollgate/contract/routes/inference/responses';
import { createVideoRoute } from '@tollgate/contract/routes/inference/videos';
import type { RouteDeps } from './deps.ts';
import { asyncRoutes } from './routes/async/index.ts';
import { batchRoutes } from './routes/batches/index.ts';
import { fileRoutes } from './routes/files/index.ts';
import { mediaRoutes } from './routes/media/index.ts';
import { modelRoutes } from './routes/models/index.ts';
import { vectorStoreRoutes } from './routes/vector-stores/index.ts';
import { videoRoutes } from './routes/videos/index.ts';

/** A route that is let in owner by owner: it answers by itself, whole or as a stream. */
export interface AdmittedRoute {
  definition: RouteDefinition;
  run(deps: RouteDeps, exchange: Exchange): Promise<void>;
}

/** Every route that can reach a provider. */
export const paidRoutes: readonly AdmittedRoute[] = [
  {
    definition: chatRoute,
    run: completing(chatOperation),
  },
  {
    definition: responsesRoute,
    run: completing(responsesOperation),
  },
  {
    definition: messagesRoute,
    run: completing(messagesOperation),
  },
  {
    definition: embeddingsRoute,
    run: completing(embeddingsOperation),
  },
  {
    definition: generateImagesRoute,
    run: completing(imagesOperation),
  },
  {
    definition: editImagesRoute,
    run: completing(imageEditsOperation),
  },
  {
    definition: rerankRoute,
    run: completing(rerankOperation),
  },
  {
    definition: moderationsRoute,
    run: completing(moderationsOperation),
  },
  {
    definition: speechRoute,
    run: completing(speechOperation),
  },
  {
    definition: transcriptionRoute,
    run: completing(transcriptionOperation),
  },
  {
    definition: translationRoute,
    run: completing(translationOperation),
  },
  {
    definition: createVideoRoute,
    run: (deps, exchange) => {
      assertKeepsVideos(deps);
      return complete(deps, videoOperation, exchange);
    },
  },
];

/** @throws GatewayError where a video could be kept nowhere */
function assertKeepsVideos({ media }: RouteDeps): void {
  if (media !== null) return;
  throw new GatewayError('service_unavailable', 'This installation makes no videos.', {
    detail: 'neither MEDIA_DIR nor MEDIA_S3_BUCKET is set',
  });
}
/** Free routes whose work grows with what is sent: they wait for their turn like the paid ones. */
export const freeRoutes: readonly AdmittedRoute[] = [
  { definition: countTokensRoute, run: (deps, exchange) => countTokens(deps, exchange) },
  { definition: quoteChatRoute, run: (deps, exchange) => quoteChat(deps, exchange) },
];

/** Routes that read. */
export const jsonRoutes = (deps: RouteDeps): MountedRoute[] => [
  ...modelRoutes(deps),
  ...asyncRoutes(deps),
  ...videoRoutes(deps),
  ...mediaRoutes(deps),
  ...fileRoutes(deps),
  ...batchRoutes(deps),
  ...vectorStoreRoutes(deps),
];

/** Lets in who sends a usable API key. */
export function keyGuard(deps: CompleteDeps): Guard {
  return ({ headers }, { apiKeyHeader = false }) =>
    sayWhenAway(authenticate)(deps, (name) => [headers[name] ?? []].flat()[0], { apiKeyHeader });
}
