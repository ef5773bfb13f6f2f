import type { ServerResponse } from 'node:http';
import type { Entry } from './invoice.ts';
import type { Reply, Split, Step } from './reply.ts';

/** One response on its way, with the invoice's entry that is kept along with it. */
export interface Stage {
  response: ServerResponse;
  entry: Entry;
  /** Set by `play`: the answer was given to its end, or broken off on purpose. */
  outcome: 'playing' | 'whole' | 'cut';
  /** Set by the owner when the socket is gone. */
  gone: boolean;
}

/** Carries out a reply. Returns when it has been given, broken off, or the client has left. */
export async function play(reply: Reply, stage: Stage): Promise<void> {
  const { response } = stage;
  stage.entry.status = reply.status;
  const [only, ...others] = reply.steps;
  if (others.length === 0 && only?.kind === 'frame' && only.split === 'whole') {
    const bytes = bytesOf(only.text, reply);
    begin(reply, stage, bytes.length);
    tally(only, reply, stage.entry);
    finish(reply, stage);
    response.end(bytes);
    return;
  }
  for (const step of reply.steps) {
    if (stage.gone || stage.outcome !== 'playing') return;
    const done = perform(step, reply, stage);
    if (done) await done;
  }
  if (stage.gone || stage.outcome !== 'playing') return;
  begin(reply, stage);
  finish(reply, stage);
  response.end();
}

function perform(step: Step, reply: Reply, stage: Stage): Promise<void> | undefined {
  if (step.kind === 'wait') return sleep(step.ms, stage.response);
  if (step.kind === 'stall') return untilClosed(stage.response);
  if (step.kind === 'cut') return cut(stage);
  if (step.kind === 'socket') {
    stage.response.socket?.write(step.text);
    return undefined;
  }
  begin(reply, stage);
  return send(step, reply, stage);
}

type Sent = Exclude<Step, { kind: 'wait' | 'stall' | 'cut' | 'socket' }>;

function send(step: Sent, reply: Reply, stage: Stage): Promise<void> | undefined {
  const { response } = stage;
  switch (step.kind) {
    case 'end':
      stage.outcome = 'cut';
      response.end();
      return undefined;
    case 'head':
      response.flushHeaders();
      return undefined;
    case 'raw':
      return write(response, bytesOf(step.bytes, reply));
    case 'fill':
      return fill(step, stage);
    case 'forever':
      return repeat(bytesOf(step.text, reply), step.ms, stage);
    case 'frame':
      tally(step, reply, stage.entry);
      return step.split === 'whole'
        ? write(response, bytesOf(step.text, reply))
        : writeSplit(bytesOf(step.text, reply), step.split, stage);
  }
}

function bytesOf(content: string | Buffer, { encoding }: Reply): Buffer {
  return typeof content === 'string' ? Buffer.from(content, encoding) : content;
}

function begin(reply: Reply, { response, entry }: Stage, length?: number): void {
  if (response.headersSent) return;
  entry.first_byte_at = Date.now();
  if (reply.served) {
    entry.prompt_tokens = reply.served.input;
    entry.cached_tokens = reply.served.cached;
  }
  const headers = length === undefined ? reply.headers : withLength(reply.headers, length);
  response.writeHead(reply.status, headers);
}

function withLength(headers: Reply['headers'], length: number): Reply['headers'] {
  return { 'content-length': String(length), ...headers };
}

function tally(step: Step & { kind: 'frame' }, reply: Reply, entry: Entry): void {
  entry.chunks_sent += 1;
  if (!reply.served) return;
  entry.completion_tokens += step.tokens;
  entry.reasoning_tokens += step.reasoning;
}

function finish(reply: Reply, stage: Stage): void {
  stage.outcome = 'whole';
  if (!reply.served) return;
  stage.entry.completion_tokens = reply.served.output;
  stage.entry.reasoning_tokens = reply.served.reasoning;
}

function write(response: ServerResponse, bytes: Buffer): Promise<void> | undefined {
  return response.write(bytes) ? undefined : drained(response);
}

async function writeSplit(bytes: Buffer, split: Split, stage: Stage): Promise<void> {
  let start = 0;
  for (let end = 1; end <= bytes.length; end += 1) {
    if (end < bytes.length && split === 'characters' && !isInCharacter(bytes, end)) continue;
    if (stage.gone) return;
    await write(stage.response, bytes.subarray(start, end));
    await tick();
    start = end;
  }
}

/** True when a cut before this byte goes through a UTF-8 sequence. */
function isInCharacter(bytes: Buffer, position: number): boolean {
  return ((bytes[position] ?? 0) & 0xc0) === 0x80;
}

async function fill(step: Step & { kind: 'fill' }, stage: Stage): Promise<void> {
  for (let count = 0; count < step.times && !stage.gone; count += 1) {
    await write(stage.response, step.bytes);
  }
}

async function repeat(bytes: Buffer, ms: number, stage: Stage): Promise<void> {
  while (!stage.gone) {
    await write(stage.response, bytes);
    await sleep(ms, stage.response);
  }
}

/** What was written leaves first, else the client would see less than the invoice says. */
async function cut(stage: Stage): Promise<void> {
  const { response } = stage;
  await tick();
  if (response.writableLength > 0) await drained(response);
  stage.outcome = 'cut';
  response.socket?.destroy();
}

function tick(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function untilClosed(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.once('close', () => resolve());
  });
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.once('drain', done);
    response.once('close', done);
    if (response.destroyed) done();
  });
}

function sleep(ms: number, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      response.off('close', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    response.once('close', done);
  });
}
