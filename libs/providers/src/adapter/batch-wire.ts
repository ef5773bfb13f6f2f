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
   * `results`.
   */
  | { kind: 'ended'; files: readonly string[]; results: readonly unknown[] }
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

/** Pure mapping between jobs of many requests and the batch interface of one provider. */
export interface BatchMapper {
  /** The kinds of models whose requests it takes. */
  readonly capabilities: readonly ('chat' | 'embeddings')[];
  /** The most requests of one job, and bytes of all of them. */
  readonly linesMax: number;
  readonly bytesMax: number;
  /** Whether requests to a path go over it. */
  takes(path: string): boolean;
  /** JSON without a line break. */
  lineOf(request: BatchedRequest): string;
  /** Where the requests go as a file before the job is begun; absent: they go with it. */
  readonly upload?: {
    path: string;
    fields: Readonly<Record<string, string>>;
    /** The part that is the file. */
    part: string;
    /** @throws MalformedReply */
    fileIn(reply: unknown): string;
  };
  /** @param file of {@link upload}; null without one */
  begin(job: BatchJob, file: string | null): BatchCall;
  /** @returns the provider's name of the job @throws MalformedReply */
  jobIn(reply: unknown): string;
  /** @throws MalformedReply for a name that is none of this wire */
  statePath(job: string): string;
  /** @throws MalformedReply */
  stateIn(reply: unknown, job: string): BatchJobState;
  cancelPath(job: string): string;
  /** Paths of files and jobs that are deleted at the provider once the results are read. */
  leftovers(reply: unknown, given: { job: string; file: string | null }): string[];
  /** @returns null for a line that is no result */
  resultIn(line: unknown): BatchedResult | null;
  readonly list: {
    path: string;
    /** @returns the jobs, newest first, and the path of the next page @throws MalformedReply */
    pageIn(reply: unknown): { jobs: ListedJob[]; next: string | null };
  };
}
