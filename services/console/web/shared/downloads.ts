import { useSyncExternalStore } from 'react';

/** A file that is being fetched for the reader, whatever page is looked at meanwhile. */
export interface Download {
  id: string;
  /** The name of the file. */
  name: string;
  state: 'running' | 'done' | 'failed' | 'stopped';
  bytes: number;
  /** Lines of a table so far, its head apart; null for what is no table. */
  lines: number | null;
  /** How many bytes there will be, where that is known. */
  total: number | null;
  /** What the file leaves out. */
  leftOut?: string;
  error?: unknown;
}

/** What a file is made of. */
export interface DownloadSource {
  name: string;
  type: string;
  isTable: boolean;
  /** Known beforehand; absent where the file is made while it is sent. */
  total?: number;
  /**
   * Gives the parts of the file in their order, ends early when the signal says so, and says what
   * the file leaves out.
   */
  read: (
    signal: AbortSignal,
    leaveOut: (text: string) => void,
  ) => AsyncIterable<Uint8Array<ArrayBuffer> | string>;
}

const LINE_END = 10;
/** Parts are put together to blobs of this size: a browser keeps large blobs outside its memory. */
const BLOB_BYTES = 4_194_304;

let list: readonly Download[] = [];
const listeners = new Set<() => void>();
const stops = new Map<string, AbortController>();

/** Every download of this tab, the newest last. */
export const useDownloads = (): readonly Download[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => list,
  );

/** Begins to fetch a file; the reader gets it once it is whole. */
export function startDownload(source: DownloadSource): void {
  const { name, isTable, total = null } = source;
  const id = crypto.randomUUID();
  const stop = new AbortController();
  stops.set(id, stop);
  show([...list, { id, name, state: 'running', bytes: 0, lines: isTable ? 0 : null, total }]);
  void fetchAll(id, source, stop.signal).then(
    (file) => {
      save(name, file);
      change(id, { state: 'done' });
    },
    (error: unknown) => {
      change(id, stop.signal.aborted ? { state: 'stopped' } : { state: 'failed', error });
    },
  );
}

/** Ends a download; nothing is saved. */
export function stopDownload(id: string): void {
  stops.get(id)?.abort();
}

/** Takes a download that has ended out of the list. */
export function dropDownload(id: string): void {
  stops.delete(id);
  show(list.filter((one) => one.id !== id));
}

async function fetchAll(id: string, source: DownloadSource, signal: AbortSignal): Promise<Blob> {
  const { type, isTable } = source;
  const blobs: Blob[] = [];
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let [held, bytes, ends] = [0, 0, 0];
  for await (const part of source.read(signal, (leftOut) => change(id, { leftOut }))) {
    signal.throwIfAborted();
    const chunk = typeof part === 'string' ? new TextEncoder().encode(part) : part;
    parts.push(chunk);
    held += chunk.byteLength;
    bytes += chunk.byteLength;
    if (isTable) ends += linesIn(chunk);
    if (held >= BLOB_BYTES) {
      blobs.push(new Blob(parts));
      [parts, held] = [[], 0];
    }
    // The head of a table is no line of it.
    change(id, { bytes, lines: isTable ? Math.max(0, ends - 1) : null });
  }
  return new Blob([...blobs, ...parts], { type });
}

function linesIn(chunk: Uint8Array): number {
  let lines = 0;
  for (const byte of chunk) if (byte === LINE_END) lines += 1;
  return lines;
}

function save(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

function change(id: string, changes: Partial<Download>): void {
  show(list.map((one) => (one.id === id ? { ...one, ...changes } : one)));
}

function show(next: readonly Download[]): void {
  list = next;
  // Closing the tab would lose the downloads in progress, so the browser asks first.
  const isBusy = next.some(({ state }) => state === 'running');
  globalThis.onbeforeunload = isBusy ? (event) => event.preventDefault() : null;
  for (const listener of listeners) listener();
}
