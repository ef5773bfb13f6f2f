import { GatewayError } from '@tollgate/contract/errors';
import type { ServiceTokenSigner } from '@tollgate/http/service-token';
import { poll } from '@tollgate/runtime/timers';
import { TOKEN_AGE_MS_MAX, TOKEN_REFRESH_MS } from './bounds.ts';
import type { Plane, TargetName } from './routes.ts';

/** Tokens that tell services that a request came through the edge, ready at hand: none is signed for a request. */
export interface EdgeTokens {
  /** @throws GatewayError `service_unavailable` when the newest token is too old to be believed */
  current(target: TargetName, plane: Plane): string;
  /** Ends the renewal. */
  stop(): void;
}

export interface EdgeTokensOptions {
  signer: ServiceTokenSigner;
  targets: readonly TargetName[];
  /** Told when a renewal fails; the old tokens stay in use while they live. */
  onFailure: (error: unknown) => void;
}

/** Signs one token for each target and plane, and again in the background before they end. */
export async function createEdgeTokens(options: EdgeTokensOptions): Promise<EdgeTokens> {
  let tokens = await signAll(options);
  const renewal = poll({
    everyMs: TOKEN_REFRESH_MS,
    look: async () => (tokens = await signAll(options)),
    failed: options.onFailure,
  });
  return {
    current(target, plane) {
      const token = tokens.byName.get(`${plane} ${target}`);
      if (token === undefined || performance.now() - tokens.signedAt > TOKEN_AGE_MS_MAX) {
        throw new GatewayError('service_unavailable', 'The gateway is not ready. Try again.', {
          detail: 'no fresh service token',
          retryAfterSeconds: 1,
        });
      }
      return token;
    },
    stop: renewal.stop,
  };
}

async function signAll({
  signer,
  targets,
}: EdgeTokensOptions): Promise<{ byName: ReadonlyMap<string, string>; signedAt: number }> {
  const signedAt = performance.now();
  const planes: readonly Plane[] = ['public', 'internal'];
  const names = planes.flatMap((plane) => targets.map((target) => ({ plane, target })));
  const entries = names.map(async ({ plane, target }): Promise<[string, string]> => [
    `${plane} ${target}`,
    await signer.sign(target, { plane }),
  ]);
  return { byName: new Map(await Promise.all(entries)), signedAt };
}
