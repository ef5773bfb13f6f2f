import { bodyOf, send } from './client.ts';

/** What the fake provider says of one call, and which call of the load it was for. */
export interface ServedLine {
  n: number;
  /** The number of the load's call, null when the request carried none. */
  call: number | null;
  status: number;
  prompt: number;
  completion: number;
  finished: string | null;
}

/** Keeps the provider's invoice while it goes on: the provider itself forgets old requests. */
export interface InvoiceKeeper {
  /** Fetches what is new or was still open. */
  collect(): Promise<void>;
  lines(): readonly ServedLine[];
}

interface RawLine {
  n: number;
  method: string;
  status: number;
  prompt_tokens: number;
  completion_tokens: number;
  finished: string | null;
  request_body: unknown;
}

/** Lines that stay open longer are fetched no more until the end. */
const LINES_BACK_MAX = 2_000;
const MARKER = /soak-(\d+) /;

/** @param providerUrl root of the fake provider */
export function keepInvoice(providerUrl: string): InvoiceKeeper {
  const kept = new Map<number, ServedLine>();
  let last = 0;

  async function collect(): Promise<void> {
    const open = [...kept.values()].find(
      ({ n, finished }) => finished === null && n > last - LINES_BACK_MAX,
    );
    const since = open === undefined ? last : open.n - 1;
    const seen = await send({
      method: 'GET',
      url: `${providerUrl}/__invoice?since=${since}`,
      token: '',
    });
    for (const line of (bodyOf(seen) ?? []) as RawLine[]) {
      last = Math.max(last, line.n);
      if (line.method !== 'POST') continue;
      const marker = MARKER.exec(JSON.stringify(line.request_body));
      const before = kept.get(line.n)?.call ?? null;
      kept.set(line.n, {
        n: line.n,
        call: marker === null ? before : Number(marker[1]),
        status: line.status,
        prompt: line.prompt_tokens,
        completion: line.completion_tokens,
        finished: line.finished,
      });
    }
  }

  return { collect, lines: () => [...kept.values()] };
}
