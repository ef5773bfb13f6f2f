import type { CacheTtl } from '@tollgate/contract/chat';

/** One model at one provider, with everything that a call to it needs but the secret. */
export interface Endpoint {
  /** The family's id, such as `openai-compatible`. */
  family: string;
  /** The prefix of its public ids, such as `openai` or `xai`. */
  provider: string;
  /** The provider's own name of the model. */
  upstreamModel: string;
  /** Root of the provider's API, without a slash at the end. */
  baseUrl: string;
  /** The context that the approved contract publishes, in tokens; absent before an approval. */
  contextTokens?: number;
  /** For how long prompts are kept whose callers set no mark; absent: they are not marked. */
  cacheTtl?: CacheTtl;
}

/** Where a model is served. */
export type ServedAt = Pick<Endpoint, 'provider' | 'baseUrl'>;

/**
 * What an administrator entered for a family, by the names of its `credential` schema, and under
 * {@link PROXY_MEMBER} the proxy of the credential.
 */
export type Credential = Readonly<Record<string, string>>;

/**
 * The member of an opened credential that has the whole URL of its own proxy. It travels with the
 * secret, so that no call can forget it; no field of a family can have this name.
 */
export const PROXY_MEMBER = '@proxy';

/** The URL of the proxy that calls with a credential go through; undefined where it has none. */
export function proxyOf(credential: Credential): string | undefined {
  return credential[PROXY_MEMBER];
}

/** A request to a provider before it is signed. */
export interface HttpCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  /** Lower-case names. */
  headers: Record<string, string>;
  /** The exact bytes that are sent; absent for GET and DELETE. Signatures cover these bytes. */
  body?: string | Buffer;
}

/**
 * What went wrong at the provider, in our words. The message never names hosts, accounts or
 * secrets.
 */
export interface Failure {
  /**
   * `model_unavailable`: the endpoint is gone, because its provider does not know the model, or not
   * for this account, or not in this region.
   */
  kind:
    | 'rejected'
    | 'context_length'
    | 'model_unavailable'
    | 'credential'
    | 'rate_limited'
    | 'overloaded'
    | 'unavailable'
    | 'timeout'
    | 'malformed'
    | 'indeterminate';
  message: string;
  /**
   * The request was refused for content in it that another model has signed, or that was changed.
   */
  refusesSigned?: true;
  /** The field of OUR request at fault, when the provider names one. */
  param?: string;
  retryAfterSeconds?: number;
  /** The provider's status, for the log. */
  status?: number;
  /**
   * The error is a document in the form that providers give to errors, and no page of a proxy
   * before them.
   */
  isDocument?: true;
  /** The provider says, by an error of its own, that it has no such job of a video. */
  isUnknownJob?: true;
  /**
   * The provider's own words without secrets and addresses; for the log only, never sent to a
   * caller.
   */
  detail?: string;
}
