import { getAsyncOperationRoute } from '@tollgate/contract/async';
import { listModelsRoute } from '@tollgate/contract/models';
import { sayWhenAway } from '@tollgate/db/away';
import { on } from '@tollgate/http/serve';
import type { Guard, MountedRoute } from '@tollgate/http/serve';
import { admit } from '@tollgate/inference/admit';
import type { Exchange } from '@tollgate/inference/call';
import { complete } from '@tollgate/inference/complete';
import type { CompleteDeps } from '@tollgate/inference/complete';
import {
  chatOperation,
  embeddingsOperation,
  responsesOperation,
} from '@tollgate/inference/operation';
import { handleGetAsyncOperation } from './routes/async/get.ts';
import { handleListModels } from './routes/models/list.ts';

/** A route that costs: it answers by itself, whole or as a stream. */
export interface PaidRoute {
  path: string;
  run(deps: CompleteDeps, exchange: Exchange): Promise<void>;
}

/** Every route that can reach a provider. */
export const paidRoutes: readonly PaidRoute[] = [
  {
    path: '/v1/chat/completions',
    run: (deps, exchange) => complete(deps, chatOperation, exchange),
  },
  {
    path: '/v1/responses',
    run: (deps, exchange) => complete(deps, responsesOperation, exchange),
  },
  {
    path: '/v1/embeddings',
    run: (deps, exchange) => complete(deps, embeddingsOperation, exchange),
  },
];

/** Routes that read. */
export const jsonRoutes = (deps: CompleteDeps): MountedRoute[] => [
  on(listModelsRoute, handleListModels(deps)),
  on(getAsyncOperationRoute, handleGetAsyncOperation(deps)),
];

/** Lets in who sends a usable API key. */
export function admitGuard(deps: CompleteDeps): Guard {
  return (request) => sayWhenAway(admit)(deps, request.headers.authorization);
}
