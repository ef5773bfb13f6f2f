import { GatewayError } from '@tollgate/contract/errors';
import type { RequestContract } from '@tollgate/contract/request-contract';
import type { Refusal } from '@tollgate/providers/check-contract';
import type { Admitted } from './admit.ts';
import type { Estimate } from './estimate.ts';
import type { OutputPolicy } from './output-policy.ts';
import type { Route } from './resolve.ts';

/** Everything that is decided about a call before anything is held or sent. Nothing in it changes afterwards. */
export interface Plan {
  opId: string;
  attempt: number;
  caller: Admitted;
  route: Route;
  /** Null where an answer has no length to decide about. */
  output: OutputPolicy | null;
  /** Upper bound of the prompt, in tokens. */
  inputBound: number;
  /** Null for the sandbox: nothing is held and nothing is charged. */
  estimate: Estimate | null;
  /** The caller's own ceiling, in nano-credits. */
  maxCredits: bigint | null;
}

/** What a plan is made of. */
export interface PlanInput<Request> {
  opId: string;
  attempt: number;
  caller: Admitted;
  request: Request;
  maxCredits: bigint | null;
}

/** @throws GatewayError when the model does something else than the route is for */
export function assertCapability(route: Route, capability: RequestContract['capability']): void {
  if (route.contract.capability === capability) return;
  throw new GatewayError(
    'invalid_request',
    `The model "${route.publicId}" is for ${route.contract.capability}. GET /v1/models tells what each model does.`,
    { param: 'model' },
  );
}

/** @throws GatewayError `unsupported_parameter` for what a contract refuses */
export function assertAllowed(refusal: Refusal | null): void {
  if (refusal === null) return;
  throw new GatewayError('unsupported_parameter', refusal.message, { param: refusal.param });
}
