import type { IncomingHttpHeaders } from 'node:http';

/** How a call ended; null while it is open. */
export type Finished = 'whole' | 'cut' | 'client_gone' | 'refused';

/** What the provider knows of one call. Times are milliseconds since 1970. */
export interface Entry {
  n: number;
  at: number;
  wire: string;
  method: string;
  path: string;
  model: string | null;
  /** Last four characters of the credential. */
  credential: string | null;
  idempotency_key: string | null;
  request_id: string | null;
  behaviours: string[];
  status: number;
  stream: boolean;
  /** What was handed over: the whole answer's counts, or those of the frames that were sent. */
  prompt_tokens: number;
  completion_tokens: number;
  reasoning_tokens: number;
  cached_tokens: number;
  chunks_sent: number;
  finished: Finished | null;
  first_byte_at: number | null;
  ended_at: number | null;
}

/** Sums over everything since the last reset, also over entries that the ring has dropped. */
export interface Summary {
  calls: number;
  open: number;
  open_max: number;
  prompt_tokens: number;
  completion_tokens: number;
  reasoning_tokens: number;
  cached_tokens: number;
  by_finished: Record<Finished, number>;
  by_status: Record<string, number>;
  by_path: Record<string, number>;
  by_credential: Record<string, number>;
}

/** The request as it came, kept for the newest calls only. */
interface Kept {
  headers: IncomingHttpHeaders;
  body: string;
}

/** An entry with the request that caused it, as `GET /__invoice` shows it. */
export type ListedEntry = Entry & { request_headers: unknown; request_body: unknown };

/** The provider's own log of what it served. */
export interface Invoice {
  /** Opens an entry; its counters are filled while the call goes on. */
  open(first: Partial<Entry>, kept: Kept): Entry;
  /** Closes it once; later calls change nothing. */
  close(entry: Entry, finished: Finished): void;
  /** Entries with `n` greater than `since`, oldest first. */
  list(since?: number): ListedEntry[];
  summary(): Summary;
  reset(): void;
}

const ENTRIES_MAX = 20_000;
const KEPT_MAX = 1_000;
const BODY_CHARACTERS_MAX = 262_144;

const BLANK: Omit<Entry, 'n' | 'at'> = {
  wire: '',
  method: '',
  path: '',
  model: null,
  credential: null,
  idempotency_key: null,
  request_id: null,
  behaviours: [],
  status: 0,
  stream: false,
  prompt_tokens: 0,
  completion_tokens: 0,
  reasoning_tokens: 0,
  cached_tokens: 0,
  chunks_sent: 0,
  finished: null,
  first_byte_at: null,
  ended_at: null,
};

/** An empty invoice. Entries beyond the ring are forgotten, the sums stay exact. */
export function createInvoice(): Invoice {
  const entries: (Entry | undefined)[] = [];
  const kept = new Map<number, Kept>();
  let count = 0;
  let firstN = 1;
  let sums = blankSummary();

  return {
    open(first, request) {
      count += 1;
      const entry = { ...BLANK, n: count, at: Date.now(), ...first };
      entries[count % ENTRIES_MAX] = entry;
      kept.set(count, { ...request, body: request.body.slice(0, BODY_CHARACTERS_MAX) });
      kept.delete(count - KEPT_MAX);
      sums.calls += 1;
      sums.open += 1;
      sums.open_max = Math.max(sums.open_max, sums.open);
      return entry;
    },
    close(entry, finished) {
      if (entry.finished) return;
      entry.finished = finished;
      entry.ended_at = Date.now();
      // An entry from before the last reset belongs to no sum.
      if (entry.n >= firstN) addUp(sums, entry, finished);
    },
    list(since = 0) {
      const known = entries.filter((entry) => entry !== undefined && entry.n > since) as Entry[];
      known.sort((left, right) => left.n - right.n);
      return known.map((entry) => listed(entry, kept.get(entry.n)));
    },
    summary: () => structuredClone(sums),
    reset() {
      entries.length = 0;
      kept.clear();
      firstN = count + 1;
      sums = blankSummary();
    },
  };
}

function blankSummary(): Summary {
  return {
    calls: 0,
    open: 0,
    open_max: 0,
    prompt_tokens: 0,
    completion_tokens: 0,
    reasoning_tokens: 0,
    cached_tokens: 0,
    by_finished: { whole: 0, cut: 0, client_gone: 0, refused: 0 },
    by_status: {},
    by_path: {},
    by_credential: {},
  };
}

function addUp(sums: Summary, entry: Entry, finished: Finished): void {
  sums.open -= 1;
  sums.prompt_tokens += entry.prompt_tokens;
  sums.completion_tokens += entry.completion_tokens;
  sums.reasoning_tokens += entry.reasoning_tokens;
  sums.cached_tokens += entry.cached_tokens;
  sums.by_finished[finished] += 1;
  increment(sums.by_status, String(entry.status));
  increment(sums.by_path, entry.path);
  increment(sums.by_credential, entry.credential ?? '');
}

function increment(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

function listed(entry: Entry, request: Kept | undefined): ListedEntry {
  if (!request) return { ...entry, request_headers: null, request_body: null };
  const {
    authorization: _,
    'x-api-key': _key,
    'x-goog-api-key': _googleKey,
    ...headers
  } = request.headers;
  return { ...entry, request_headers: headers, request_body: parsed(request.body) };
}

function parsed(body: string): unknown {
  try {
    return body === '' ? null : JSON.parse(body);
  } catch {
    return body;
  }
}
