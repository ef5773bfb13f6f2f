import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Control, createControl } from './control.ts';
import { type Directive, directivesIn, directiveText } from './directive.ts';
import { createInvoice, type Entry, type Invoice } from './invoice.ts';
import { forward, isForStore } from './object-store.ts';
import { answerOutOfBand } from './out-of-band.ts';
import { play, type Stage } from './play.ts';
import { jsonReply, type Reply } from './reply.ts';
import { findOperation, type Found, replyTo, unknownPath } from './serve.ts';
import type { Call, FormField } from './wire.ts';

/** A running fake provider. */
export interface FakeProvider {
  url: string;
  port: number;
  /** What the fake provider served, in its own view. */
  invoice: Invoice;
  /** Behaviours for the next calls, whatever they say themselves. */
  control: Control;
  /** Empties invoice and control; calls in flight go on. */
  reset(): void;
  /** Destroys every connection and closes the port. */
  stop(): Promise<void>;
}

const BODY_BYTES_MAX = 67_108_864;
/** Longer than any client's, so that a reused connection is never closed under a request. */
const KEEP_ALIVE_MS = 120_000;
const CREDENTIAL_CHARACTERS_SHOWN = 4;
const ELSEWHERE = '/__elsewhere';

interface Parts {
  invoice: Invoice;
  control: Control;
  origin: string;
}

/** Starts the fake provider; port 0 or none takes a free one. */
export async function startFakeProvider(
  options: { port?: number; host?: string } = {},
): Promise<FakeProvider> {
  const host = options.host ?? '127.0.0.1';
  const parts: Parts = { invoice: createInvoice(), control: createControl(), origin: '' };
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: 0 });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    receive(parts, request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(options.port ?? 0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  parts.origin = `http://${host}:${port}`;
  const { invoice, control } = parts;
  return {
    url: parts.origin,
    port,
    invoice,
    control,
    reset() {
      invoice.reset();
      control.clear();
    },
    stop: () => close(server),
  };
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

async function receive(
  parts: Parts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const bytes = await readBytes(request);
  if (bytes === null) return;
  const body = bytes.toString();
  const { method = 'GET', headers } = request;
  const form = await formIn(headers['content-type'], bytes);
  const url = new URL(request.url ?? '/', parts.origin);
  const call: Call = {
    method,
    path: url.pathname,
    query: url.searchParams,
    headers,
    body: parsed(body),
    ...(form === null ? {} : { form }),
    origin: parts.origin,
  };
  if (isForStore(call.path)) return forward(request, bytes, response);
  if (call.path.startsWith('/__') && !call.path.startsWith(ELSEWHERE)) {
    const reply = answerOutOfBand(parts, { method, url, body: call.body });
    const [step] = reply.steps;
    response.writeHead(reply.status, reply.headers);
    response.end(step?.kind === 'frame' ? step.text : '');
    return;
  }
  await answer(parts, call, { response, body });
}

async function answer(
  parts: Parts,
  call: Call,
  { response, body }: { response: ServerResponse; body: string },
): Promise<void> {
  const found = findOperation(call);
  const { entry, directives } = openEntry(parts, call, { found, body });
  const stage: Stage = { response, entry, outcome: 'playing', gone: response.destroyed };
  response.once('close', () => {
    stage.gone = true;
    closeEntry(parts.invoice, stage);
  });
  response.once('finish', () => closeEntry(parts.invoice, stage));
  if (stage.gone) return closeEntry(parts.invoice, stage);
  await found?.operation.prepare?.(call);
  const reply = chooseReply(call, found, directives);
  await reply.before?.();
  noteBilled(parts.invoice, reply, entry);
  reply.headers = { 'x-request-id': `req_${entry.n}`, ...reply.headers };
  await play(reply, stage);
}

/** Lines of a batch are billed as if they had been called. */
function noteBilled(invoice: Invoice, { billed = [] }: Reply, { wire, credential }: Entry): void {
  for (const { path, model, status, served } of billed) {
    const first = { wire, credential, method: 'POST', path: `${path}#batch`, model, status };
    const line = invoice.open(first, { headers: {}, body: '' });
    line.prompt_tokens = served?.input ?? 0;
    line.cached_tokens = served?.cached ?? 0;
    line.completion_tokens = served?.output ?? 0;
    line.reasoning_tokens = served?.reasoning ?? 0;
    invoice.close(line, served === null ? 'refused' : 'whole');
  }
}

function chooseReply(call: Call, found: Found | null, directives: Directive[]): Reply {
  if (call.path.startsWith(ELSEWHERE)) return jsonReply(200, { elsewhere: true });
  return found ? replyTo(call, found, directives) : unknownPath(call);
}

function openEntry(
  { invoice, control }: Parts,
  call: Call,
  { found, body }: { found: Found | null; body: string },
): { entry: Entry; directives: Directive[] } {
  const { path, headers, method } = call;
  const peek = found?.operation.peek(call) ?? { model: null, text: '', stream: false };
  const credential = found?.wire.credential(headers) ?? headers.authorization ?? null;
  const ordered = control.take({ path, model: peek.model, credential });
  const directives = [...ordered, ...directivesIn(peek.text)];
  const first: Partial<Entry> = {
    wire: found?.wire.id ?? '',
    method,
    path,
    model: peek.model,
    stream: peek.stream,
    credential: credential?.slice(-CREDENTIAL_CHARACTERS_SHOWN) ?? null,
    idempotency_key: headerText(headers['idempotency-key']),
    request_id: headerText(headers['x-request-id']),
    behaviours: directives.map(directiveText),
  };
  return { entry: invoice.open(first, { headers, body }), directives };
}

function closeEntry(invoice: Invoice, { entry, outcome, response }: Stage): void {
  const status = response.headersSent ? entry.status : 0;
  if (outcome === 'cut') return invoice.close(entry, 'cut');
  if (outcome !== 'whole' || !response.writableFinished) {
    return invoice.close(entry, 'client_gone');
  }
  invoice.close(entry, status >= 200 && status < 300 ? 'whole' : 'refused');
}

function headerText(value: string | string[] | undefined): string | null {
  return value === undefined ? null : String(value);
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The parts of a form that is whole; null for everything else. */
async function formIn(type: string | undefined, bytes: Buffer): Promise<FormField[] | null> {
  if (type?.startsWith('multipart/form-data') !== true) return null;
  try {
    const form = await new Response(bytes, { headers: { 'content-type': type } }).formData();
    return await Promise.all(
      [...form].map(async ([name, value]) =>
        typeof value === 'string'
          ? { name, bytes: Buffer.from(value), fileName: null }
          : { name, bytes: Buffer.from(await value.arrayBuffer()), fileName: value.name },
      ),
    );
  } catch {
    return null;
  }
}

/** The body; null when it is too long or its sender has left. */
function readBytes(request: IncomingMessage): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes > BODY_BYTES_MAX) request.destroy();
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', () => resolve(null));
    request.once('close', () => resolve(null));
  });
}
