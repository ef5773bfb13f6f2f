import type { ContractDraft, RequestContract } from '@tollgate/contract/request-contract';
import type { PricesJson } from '@tollgate/money/rating';

/**
 * How long calls may take where administrators set it, in seconds; null: the next wider limit
 * holds.
 */
export interface CallTimes {
  /** The longest wait for the first event of a stream. */
  firstByteSeconds: number | null;
  /** The longest time of a whole call. */
  totalSeconds: number | null;
}

/** Why a provider could not be asked for its models. */
export type ProbeFailure =
  | 'credential'
  | 'rate_limited'
  | 'unavailable'
  | 'timeout'
  | 'malformed'
  | 'rejected';

/**
 * What a sync found in the provider's list: models that were new, known ones, and names that it
 * left out.
 */
export interface SyncCounts {
  discovered: number;
  known: number;
  ignored: number;
}

/** A row of catalog.provider_credential. */
export interface CredentialRow extends CallTimes {
  id: string;
  provider: string;
  family: string;
  name: string;
  baseUrl: string;
  masterVersion: string;
  wrappedKey: Buffer;
  box: Buffer;
  last4: string;
  /** What the administrators call this secret; null where they do not say. */
  secretVersion: string | null;
  /** The proxy of its calls without user name and password, which are sealed; null: none. */
  proxyUrl: string | null;
  status: 'active' | 'disabled';
  testedAt: Date | null;
  testFailure: ProbeFailure | null;
  testMessage: string | null;
  syncedAt: Date | null;
  /** When the newest sync began. */
  syncStartedAt: Date | null;
  /** When the newest sync that has ended did so; older than the start while one runs. */
  syncEndedAt: Date | null;
  syncFailure: ProbeFailure | 'unknown' | null;
  syncMessage: string | null;
  /** Null after a failure, and after a sync by an earlier release. */
  syncCounts: SyncCounts | null;
  createdAt: Date;
  updatedAt: Date;
}

/** What administrators have decided about a model. */
export type ModelState = 'discovered' | 'approved' | 'rejected';

/** A row of catalog.model. */
export interface ModelRow extends CallTimes {
  id: string;
  provider: string;
  family: string;
  upstreamModel: string;
  publicId: string;
  state: ModelState;
  enabled: boolean;
  /** The draft that the family knew when the model was found. */
  draft: ContractDraft;
  /** The approved contract; null before the first approval. */
  contract: RequestContract | null;
  hardOutputTokens: number | null;
  discoveredAt: Date;
  updatedAt: Date;
}

/** A row of catalog.price_version. */
export interface PriceVersionRow {
  id: string;
  modelId: string;
  prices: PricesJson;
  effectiveAt: Date;
  createdBy: string;
  createdAt: Date;
}
