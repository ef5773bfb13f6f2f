import type { Family } from '@tollgate/providers/adapter/adapter';
import type { VectorStoreState } from '@tollgate/providers/adapter/vector-store-wire';
import {
  AddressRefused,
  assertBaseUrl,
  parseAllowedUpstreams,
} from '@tollgate/providers/engine/address-guard';
import { FAMILIES } from '@tollgate/providers/families';
import { readOutboundProxy } from '@tollgate/providers/engine/outbound-proxy';
import type { ProxySettings } from '@tollgate/providers/engine/outbound-proxy';
import { proxyAddress } from '@tollgate/providers/engine/proxy-address';
import type { ProxyAddress } from '@tollgate/providers/engine/proxy-address';
import { createProviderCaller } from '@tollgate/providers/engine/provider-caller';
import type { ProviderCall } from '@tollgate/providers/engine/one-off-request';

/** Limits for lists of models, which are short and arrive quickly. */
const LISTING_LIMITS = { firstByteMs: 15_000, idleMs: 10_000, totalMs: 30_000 };

/** Decoded bytes. */
const PUBLIC_LIST_BYTES_MAX = 33_554_432;

/** The provider to ask for what it has, and the credential to use. */
export interface ListingCall {
  family: Family;
  provider: string;
  baseUrl: string;
  credential: Readonly<Record<string, string>>;
}

/** The providers as the catalogue uses them. */
export interface ProviderAccess {
  /** The families that an administrator can add credentials for. */
  readonly families: readonly Family[];
  /** Prefixes that belong to a family and cannot be chosen for another. */
  readonly reservedPrefixes: ReadonlySet<string>;
  /** One of {@link families}, or null. */
  findFamily(id: string): Family | null;
  /** The normalised address, or the reason why calls must not go there. */
  checkBaseUrl(text: string): { url: string } | { fault: string };
  /** The normalised address of a credential's own proxy, or the reason why it cannot be used. */
  checkProxyUrl(text: string): ProxyAddress | { fault: string };
  /**
   * The provider's own names of its models.
   * @throws ProviderError when there is no good answer
   */
  listModels(call: ListingCall): Promise<string[]>;
  /**
   * A vector store in the account of a credential.
   * @returns null where the provider has none of this id
   * @throws ProviderError when there is no good answer
   */
  findVectorStore(call: ListingCall, id: string): Promise<VectorStoreState | null>;
  /**
   * A public list in JSON, asked for without a credential and under the guard of {@link
   * checkBaseUrl}.
   * @throws Error whose message names the fault
   */
  readPublicList(url: string): Promise<unknown>;
  /** Closes idle connections. */
  close(): void;
}

/**
 * Access to the real providers.
 * @param allowedPrivateUpstreams comma list of `host:port` that may be private or without TLS
 * @param proxy the variables of the installation's proxy; absent: none
 */
export function createProviderAccess(
  allowedPrivateUpstreams: string,
  proxy?: ProxySettings,
): ProviderAccess {
  const allowed = parseAllowedUpstreams(allowedPrivateUpstreams);
  const caller = createProviderCaller({
    allowed,
    proxy: proxy === undefined ? null : readOutboundProxy(proxy),
  });
  const families = FAMILIES.filter((family) => family.local === undefined);
  const prefixes = FAMILIES.flatMap(({ id, provider }) =>
    provider === null ? [id] : [id, provider],
  );
  return {
    families,
    reservedPrefixes: new Set(prefixes),
    findFamily: (id) => families.find((family) => family.id === id) ?? null,
    checkBaseUrl: (text) => checked(() => ({ url: assertBaseUrl(text, { allowed }) })),
    checkProxyUrl: (text) => checked(() => proxyAddress(text, { allowed })),
    listModels: (call) => caller.models(callOf(call)),
    findVectorStore: (call, id) => caller.vectorStore(callOf(call), id),
    readPublicList: (url) =>
      caller.publicJson({ url, limits: LISTING_LIMITS, bytesMax: PUBLIC_LIST_BYTES_MAX }),
    close: () => caller.close(),
  };
}

function callOf({ family, provider, baseUrl, credential }: ListingCall): ProviderCall {
  return {
    family,
    endpoint: { family: family.id, provider, upstreamModel: '', baseUrl },
    credential,
    limits: LISTING_LIMITS,
    signal: AbortSignal.timeout(LISTING_LIMITS.totalMs),
  };
}

function checked<T>(check: () => T): T | { fault: string } {
  try {
    return check();
  } catch (error) {
    if (error instanceof AddressRefused) return { fault: error.message };
    throw error;
  }
}
