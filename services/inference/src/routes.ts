import { getAsyncOperationRoute } from '@tollgate/contract/async';
import { quoteChatRoute } from '@tollgate/contract/chat-quote';
import { getModelRoute, listModelsRoute } from '@tollgate/contract/models';
import { GatewayError } from '@tollgate/contract/errors';
import type { MediaStore } from '@tollgate/media/media-store';
import {
  chatRoute,
  countTokensRoute,
  embeddingsRoute,
  messagesRoute,
  responsesRoute,
} from '@tollgate/contract/paid-routes';
import type { RouteDefinition } from '@tollgate/contract/route';
import {
  createVideoRoute,
  deleteMediaRoute,
  deleteVideoRoute,
  getMediaRoute,
  getVideoContentRoute,
  getVideoRoute,
  listVideosRoute,
  quoteVideoRoute,
} from '@tollgate/contract/video';
import { sayWhenAway } from '@tollgate/db/away';
import { on } from '@tollgate/http/serve';
import type { Guard, MountedRoute } from '@tollgate/http/serve';
import { authenticate } from '@tollgate/inference/authenticate';
import type { Exchange } from '@tollgate/inference/call';
import { complete } from '@tollgate/inference/complete';
import type { CompleteDeps } from '@tollgate/inference/complete';
import { countTokens } from '@tollgate/inference/messages/count-tokens';
import type { PromptCounts } from '@tollgate/inference/messages/prompt-counts';
import {
  chatOperation,
  embeddingsOperation,
  messagesOperation,
  responsesOperation,
  videoOperation,
} from '@tollgate/inference/operation';
import { quoteChat } from '@tollgate/inference/quote-chat';
import { handleGetAsyncOperation } from './routes/async/get.ts';
import { handleDeleteMedia } from './routes/media/delete.ts';
import { handleGetMedia } from './routes/media/get.ts';
import { handleGetModel } from './routes/models/get.ts';
import { handleListModels } from './routes/models/list.ts';
import { handleGetVideoContent } from './routes/videos/content.ts';
import { handleDeleteVideo } from './routes/videos/delete.ts';
import { handleGetVideo } from './routes/videos/get.ts';
import { handleListVideos } from './routes/videos/list.ts';
import { handleQuoteVideo } from './routes/videos/quote.ts';

/** What routes work with. */
export interface RouteDeps extends CompleteDeps {
  /** Null where the installation keeps no files: then no videos are made. */
  media: MediaStore | null;
  promptCounts: PromptCounts;
}

/** A route that is let in owner by owner: it answers by itself, whole or as a stream. */
export interface AdmittedRoute {
  definition: RouteDefinition;
  run(deps: RouteDeps, exchange: Exchange): Promise<void>;
}

/** Every route that can reach a provider. */
export const paidRoutes: readonly AdmittedRoute[] = [
  {
    definition: chatRoute,
    run: (deps, exchange) => complete(deps, chatOperation, exchange),
  },
  {
    definition: responsesRoute,
    run: (deps, exchange) => complete(deps, responsesOperation, exchange),
  },
  {
    definition: messagesRoute,
    run: (deps, exchange) => complete(deps, messagesOperation, exchange),
  },
  {
    definition: embeddingsRoute,
    run: (deps, exchange) => complete(deps, embeddingsOperation, exchange),
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
  on(listModelsRoute, handleListModels(deps)),
  on(getModelRoute, handleGetModel(deps)),
  on(getAsyncOperationRoute, handleGetAsyncOperation(deps)),
  on(quoteVideoRoute, handleQuoteVideo(deps)),
  on(listVideosRoute, handleListVideos(deps)),
  on(getVideoRoute, handleGetVideo(deps)),
  on(deleteVideoRoute, handleDeleteVideo(deps)),
  on(getVideoContentRoute, handleGetVideoContent(deps)),
  on(getMediaRoute, handleGetMedia(deps)),
  on(deleteMediaRoute, handleDeleteMedia(deps)),
];

/** Lets in who sends a usable API key. */
export function keyGuard(deps: CompleteDeps): Guard {
  return ({ headers }, { apiKeyHeader = false }) =>
    sayWhenAway(authenticate)(deps, (name) => [headers[name] ?? []].flat()[0], { apiKeyHeader });
}
