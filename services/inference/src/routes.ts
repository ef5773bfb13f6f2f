import { getAsyncOperationRoute } from '@tollgate/contract/async';
import { getModelRoute, listModelsRoute } from '@tollgate/contract/models';
import { chatRoute, embeddingsRoute, responsesRoute } from '@tollgate/contract/paid-routes';
import type { RouteDefinition } from '@tollgate/contract/route';
import { quoteVideoRoute } from '@tollgate/contract/video';
import { sayWhenAway } from '@tollgate/db/away';
import { on } from '@tollgate/http/serve';
import type { Guard, MountedRoute } from '@tollgate/http/serve';
import { authenticate } from '@tollgate/inference/authenticate';
import type { Exchange } from '@tollgate/inference/call';
import { complete } from '@tollgate/inference/complete';
import type { CompleteDeps } from '@tollgate/inference/complete';
import {
  chatOperation,
  embeddingsOperation,
  responsesOperation,
} from '@tollgate/inference/operation';
import { handleGetAsyncOperation } from './routes/async/get.ts';
import { handleGetModel } from './routes/models/get.ts';
import { handleListModels } from './routes/models/list.ts';
import { handleQuoteVideo } from './routes/videos/quote.ts';

/** A route that costs: it answers by itself, whole or as a stream. */
export interface PaidRoute {
  definition: RouteDefinition;
  run(deps: CompleteDeps, exchange: Exchange): Promise<void>;
}

/** Every route that can reach a provider. */
export const paidRoutes: readonly PaidRoute[] = [
  {
    definition: chatRoute,
    run: (deps, exchange) => complete(deps, chatOperation, exchange),
  },
  {
    definition: responsesRoute,
    run: (deps, exchange) => complete(deps, responsesOperation, exchange),
  },
  {
    definition: embeddingsRoute,
    run: (deps, exchange) => complete(deps, embeddingsOperation, exchange),
  },
];

/** Routes that read. */
export const jsonRoutes = (deps: CompleteDeps): MountedRoute[] => [
  on(listModelsRoute, handleListModels(deps)),
  on(getModelRoute, handleGetModel(deps)),
  on(getAsyncOperationRoute, handleGetAsyncOperation(deps)),
  on(quoteVideoRoute, handleQuoteVideo(deps)),
];

/** Lets in who sends a usable API key. */
export function keyGuard(deps: CompleteDeps): Guard {
  return ({ headers }) =>
    sayWhenAway(authenticate)(deps, (name) => [headers[name] ?? []].flat()[0]);
}
