import type { ServiceTokenSigner } from '@tollgate/http/service-token';
import { poll } from '@tollgate/runtime/timers';
import { TOKEN_REFRESH_MS } from './bounds.ts';
import type { Plane, TargetName } from './routes.ts';

/**
 * Tokens that prove to services that a request came through the edge, ready at hand: none is signed
 * for a request.
 */
export interface EdgeTokens extends Readonly<Signed> {
  /** Ends the renewal. */
  stop(): void;
}

interface Signed {
  /** The tokens by plane and service; how old they may be is for their reader to check. */
  signed: Readonly<Record<Plane, Partial<Record<TargetName, string>>>>;
  /** When they were signed, by `performance.now()`. */
  signedAt: number;
}

export interface EdgeTokensOptions {
  signer: ServiceTokenSigner;
  targets: readonly TargetName[];
  /** Called when a renewal fails; the old tokens stay in use while they live. */
  onFailure: (error: unknown) => void;
}

/** Signs one token for each target and plane, and again in the background before they end. */
export async function createEdgeTokens(options: EdgeTokensOptions): Promise<EdgeTokens> {
  const tokens = { ...(await signAll(options)), stop: () => renewal.stop() };
  const renewal = poll({
    everyMs: TOKEN_REFRESH_MS,
    look: async () => void Object.assign(tokens, await signAll(options)),
    failed: options.onFailure,
  });
  return tokens;
}

async function signAll({ signer, targets }: EdgeTokensOptions): Promise<Signed> {
  const signedAt = performance.now();
  const signFor = async (plane: Plane): Promise<Partial<Record<TargetName, string>>> => {
    const entries = targets.map(async (target) => [target, await signer.sign(target, { plane })]);
    return Object.fromEntries(await Promise.all(entries)) as Partial<Record<TargetName, string>>;
  };
  const [ofPublic, ofInternal] = await Promise.all([signFor('public'), signFor('internal')]);
  return { signed: { public: ofPublic, internal: ofInternal }, signedAt };
}
