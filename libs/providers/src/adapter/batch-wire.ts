import type { Credential, Endpoint, HttpCall } from './endpoint.ts';

/** One request of a job, as a family writes it for a call by itself. */
export interface BatchedRequest {
  /** Ours: letters, digits and hyphens, 64 characters at most. */
  id: string;
  /** The path that the request would go to by itself. */
  path: string;
  body: unknown;
}

/** What a provider is to run over its batch interface. */
export interface BatchJob {
  /** Ours, one for each job: a provider that keeps it finds the job by it. */
  token: string;
  /** The path that all requests of the job go to. */
  path: string;
  /** The requests, each as {@link BatchMapper.lineOf} writes it. */
  lines: readonly string[];
}

/** How a job stands at its provider. */
export type BatchJobState =
  | { kind: 'working' }
  /**
   * Nothing is run any more; what was run is in `files`, as lines of JSON behind these paths, or in
   * `results`. A job that ended early may lack its files, which then hold no result.
   */
  | { kind: 'ended'; files: readonly string[]; results: readonly unknown[]; mayLack?: true }
  /** The provider runs nothing of the job. @param isFull because too much waits there already */
  | { kind: 'refused'; isFull: boolean; detail: string };

/** What became of one request of a job. */
export type BatchedResult =
  | { id: string; kind: 'answered'; body: unknown }
  /** The provider has refused it or failed. @param body as of a reply of this status */
  | { id: string; kind: 'failed'; status: number; body: unknown }
  /** The request was not run: the job was cancelled, or its time was over. */
  | { id: string; kind: 'unrun' };

/** A job in a provider's list. */
export interface ListedJob {
  job: string;
  /** Null where the provider keeps no token of ours. */
  token: string | null;
  /** How many requests it has; null where the list does not say. */
  lines: number | null;
  createdAt: Date;
  isOver: boolean;
}

/** A part of the body of a request to a provider. */
export interface BatchCall {
  path: string;
  body: string;
}

/** The model of a job, and what an administrator has entered for its provider. */
export interface BatchSite {
  endpoint: Pick<Endpoint, 'upstreamModel'>;
  credential: Credential;
}

/** What the provider calls a job, and its file of requests; null where it has none. */
export interface BatchNames {
  job: string;
  file: string | null;
}

/**
 * A store of files beside the provider, with a bucket of the operator, where requests lie and
 * results are put. Names of its files take the position of paths of {@link BatchMapper}.
 */
export interface BatchStore {
  /** Whether a credential names everything that jobs need. */
  isSetUp(credential: Credential): boolean;
  /** The name of the file of requests. @throws ProviderError where the credential has no bucket */
  fileOf(token: string, credential: Credential): string;
  /** Where a file is reached; null for a path that is no name of this store. */
  addressOf(name: string, credential: Credential): { baseUrl: string; path: string } | null;
  /** Adds the credential to the call for a file. `at` is the time of sending. */
  readonly sign: (call: HttpCall, credential: Credential, at: Date) => Promise<HttpCall>;
}

/** Pure mapping between jobs of many requests and the batch interface of one provider. */
export interface BatchMapper {
  /** The kinds of models whose requests it takes. */
  readonly capabilities: readonly ('chat' | 'embeddings')[];
  /** The fewest requests of one job; absent: one. */
  readonly linesMin?: number;
  /** The most requests of one job, and bytes of all of them. */
  readonly linesMax: number;
  readonly bytesMax: number;
  /** Makes the base URL of the interface from that of the models, where the two differ. */
  readonly baseUrl?: (baseUrl: string) => string;
  /** Whether a request goes over it. */
  takes(path: string, body: unknown): boolean;
  /** JSON without a line break. */
  lineOf(request: BatchedRequest): string;
  /** Where the requests lie as a file before the job is begun, beside the provider. */
  readonly store?: BatchStore;
  /** Where the requests go as a file of the provider before the job is begun; absent: nowhere. */
  readonly upload?: {
    path: string;
    fields: Readonly<Record<string, string>>;
    /** The part that is the file. */
    part: string;
    /** @throws MalformedReply */
    fileIn(reply: unknown): string;
  };
  /** @param file of {@link upload} or {@link store}; null without one */
  begin(job: BatchJob, file: string | null, site: BatchSite): BatchCall;
  /** @returns the provider's name of the job @throws MalformedReply */
  jobIn(reply: unknown): string;
  /** @throws MalformedReply for a name that is none of this wire */
  statePath(job: string): string;
  /** @throws MalformedReply */
  stateIn(reply: unknown, names: BatchNames): BatchJobState;
  cancelPath(job: string): string;
  /** Paths of files and jobs that are deleted at the provider once the results are read. */
  leftovers(reply: unknown, names: BatchNames): string[];
  /** @returns null for a line that is no result */
  resultIn(line: unknown): BatchedResult | null;
  readonly list: {
    path: string;
    /** @returns the jobs, newest first, and the path of the next page @throws MalformedReply */
    pageIn(reply: unknown): { jobs: ListedJob[]; next: string | null };
  };
}
