import type { Seen } from './client.ts';

/** One logical call of the load: whatever is repeated under one idempotency key is one. */
export interface Call {
  n: number;
  kind: string;
  /** What the ledger's hold and the provider's invoice both carry of it. */
  fingerprint: string;
  /** The client was answered completely: it may have to pay. */
  answered: boolean;
  outcome: string;
}

/** A key with the numbers that its calls are told apart by. */
export interface LoadKey {
  secret: string;
  /** As the ledger names it. */
  uuid: string;
  publicId: string;
  userId: string;
  tickets: number;
}

/** Explicit output ceilings from here on tell the chats of one key apart. */
const CEILING_FIRST = 1_000;
/** How many chats one key can make; the ceiling stays below what the demo's models allow. */
export const TICKETS_PER_KEY = 15_000;

/** The next output ceiling that no call of this key has had. */
export function takeCeiling(key: LoadKey): number {
  key.tickets += 1;
  if (key.tickets >= TICKETS_PER_KEY) throw new Error('a key of the load is used up');
  return CEILING_FIRST + key.tickets;
}

/** The fingerprint of a chat. */
export const chatPrint = (keyUuid: string, ceiling: number): string => `${keyUuid}:${ceiling}`;

/**
 * The fingerprint of an embeddings call, whose length no other of the key has; without a length
 * what all of a key begin with.
 */
export const embeddingPrint = (keyUuid: string, tokens?: number): string =>
  `${keyUuid}:embedding:${tokens ?? ''}`;

/** Every call of a run. */
export interface Calls {
  begin(kind: string, fingerprint: string): Call;
  end(call: Call, seen: Seen): void;
  byNumber(n: number): Call | undefined;
  byPrint(fingerprint: string): Call | undefined;
  /** Calls by kind and outcome. */
  counts(): Record<string, Record<string, number>>;
  total(): number;
  note(kind: string, outcome: string): void;
}

/** How one exchange ended, in a word. */
export function outcomeOf({ status, headers, end, text }: Seen): string {
  if (end !== 'whole') return status === 0 ? end : `${status} ${end}`;
  if (status !== 200) return String(status);
  // Silence may have been bridged before, with whitespace or pings; what fails after that is told
  // in the document or a frame.
  if (headers['content-type'] !== 'text/event-stream') {
    return isFailure(text) ? '200 with an error' : '200';
  }
  return text.endsWith('data: [DONE]\n\n') ? '200' : '200 broken off';
}

const isFailure = (text: string): boolean => /^\s*\{"error":/.test(text);

/** True when the client has a complete success in its hands. */
const isAnswered = (seen: Seen): boolean => outcomeOf(seen) === '200';

/** An empty list of calls. */
export function createCalls(): Calls {
  const numbered: Call[] = [];
  const printed = new Map<string, Call>();
  const counted: Record<string, Record<string, number>> = {};
  const note = (kind: string, outcome: string): void => {
    const ofKind = (counted[kind] ??= {});
    ofKind[outcome] = (ofKind[outcome] ?? 0) + 1;
  };
  return {
    begin(kind, fingerprint) {
      const call = { n: numbered.length, kind, fingerprint, answered: false, outcome: '' };
      numbered.push(call);
      printed.set(fingerprint, call);
      return call;
    },
    end(call, seen) {
      call.outcome = outcomeOf(seen);
      call.answered ||= isAnswered(seen);
      note(call.kind, call.outcome);
    },
    byNumber: (n) => numbered[n],
    byPrint: (fingerprint) => printed.get(fingerprint),
    counts: () => counted,
    total: () => numbered.length,
    note,
  };
}
