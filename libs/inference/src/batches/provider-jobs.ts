import { asGatewayError } from '@tollgate/contract/error-codes';
import { transaction } from '@tollgate/db/connect';
import type { BatchMapper } from '@tollgate/providers/adapter/batch-wire';
import {
  addToJob,
  insertJob,
  listOpenJobs,
  sumWaiting,
} from '@tollgate/requests/batches/batch-job.queries';
import type {
  BatchTarget,
  OpenJob,
  WaitingAtProvider,
} from '@tollgate/requests/batches/batch-job.queries';
import { leaveToWorkers } from '@tollgate/requests/batches/batch-line.queries';
import type { ClaimedBatch } from '@tollgate/requests/batches/batch-work.queries';
import { findOperationOfBatch } from '@tollgate/requests/operations/operation-of-batch.queries';
import { newUuid } from '@tollgate/runtime/ids';
import { authenticateById } from '../caller/authenticate.ts';
import type { Caller } from '../caller/caller.ts';
import type { Resolved } from '../catalogue/resolve.ts';
import { writerFor } from '../jobs/dispatch-stored.ts';
import type { RequestOver } from '../jobs/dispatch-stored.ts';
import { resolvedAt } from './batch-targets.ts';
import type { BatchDeps } from './batch-deps.ts';
import { beginLine, callOf, LineRefused, readBody, routeOf } from './begin-line.ts';
import type { LineOfBatch } from './begin-line.ts';
import { backFromJob, giveUp, refused } from './end-line.ts';
import type { LineOutcome } from './end-line.ts';
import { operationIdOf } from './line-operation.ts';
import { lookAtJob } from './look-at-job.ts';
import { requestsOfJob, sendJob, siteOf } from './send-job.ts';
import { takeRoom } from './waiting-room.ts';

/** Metadata around each request in a job, in bytes. */
const ENVELOPE_BYTES = 200;
/** Tiers that a request asks for by itself have prices of their own. */
const OWN_TIERS: ReadonlySet<unknown> = new Set(['flex', 'priority', 'scale']);

/** A job that is filled, in memory. */
interface Filling {
  job: OpenJob;
  mapper: BatchMapper;
  lines: number;
  bytes: number;
}

/** The jobs that one batch has at the batch interfaces of providers, for one turn. */
export class ProviderJobs {
  readonly #deps: BatchDeps;
  readonly #batch: ClaimedBatch;
  readonly #filling = new Map<string, Promise<Filling>>();
  readonly #waiting = new Map<string, Promise<WaitingAtProvider>>();
  readonly #resolved = new Map<string, Promise<Resolved | null>>();
  /** Jobs that have all the requests that they may have. */
  #full: OpenJob[] = [];
  #caller: Promise<Caller> | null = null;
  #isFull = false;
  #open = 0;

  constructor(deps: BatchDeps, batch: ClaimedBatch) {
    this.#deps = deps;
    this.#batch = batch;
  }

  /** Whether any line of the batch may go over the interface of a provider. */
  get isUsed(): boolean {
    return this.#batch.targets.length > 0;
  }

  /** Nothing more is put into jobs until some are over. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** Whether lines are at a provider, or about to be sent there. */
  get areOpen(): boolean {
    return this.#open > 0 || this.#filling.size > 0;
  }

  /** Takes each job one step further whose time has come. @param isOver nothing more is sent */
  async look(isOver: boolean): Promise<void> {
    if (!this.isUsed) return;
    const jobs = await listOpenJobs(this.#deps.db, this.#batch.id);
    for (const job of jobs) {
      if (!isOver && (await this.#fillOn(job))) continue;
      if (!job.isDue && !(isOver && !job.isCancelled)) continue;
      await lookAtJob(this.#deps, { batch: this.#batch, job, isOver });
    }
    this.#open = (await listOpenJobs(this.#deps.db, this.#batch.id)).length;
  }

  /** Goes on to fill a job that an earlier turn has left with fewer requests than one needs. */
  async #fillOn(job: OpenJob): Promise<boolean> {
    const key = keyOf(job);
    const isKept = job.state === 'filling' && job.file === null && job.tries === 0;
    if (!isKept || this.#filling.has(key)) return false;
    const site = await siteOf(this.#deps, { batch: this.#batch, job });
    if (site === null) return false;
    const { lines, bytes } = job;
    const filling = { job, mapper: site.mapper, lines, bytes };
    if (!hasFew(filling)) return false;
    this.#filling.set(key, Promise.resolve(filling));
    return true;
  }

  /** Holds credit for a line and puts it into a job, or leaves it to our workers. */
  async take(of: LineOfBatch, isOver: boolean): Promise<LineOutcome> {
    const { db, logger, timers } = this.#deps;
    const opId = operationIdOf(of.line);
    try {
      const known = await findOperationOfBatch(db, { id: opId, batchId: of.batch.id });
      if (known !== null) return await this.#goOn(of, isOver);
      if (isOver) return await giveUp(this.#deps, of, opId);
      return await this.#begin(of, opId);
    } catch (thrown) {
      if (thrown instanceof LineRefused) return refused(this.#deps, of, thrown);
      logger.error({ error: thrown, op: opId }, 'a line of a batch waits for another try');
      return { kind: 'waits', pauseMs: timers.batchPause };
    }
  }

  /**
   * Sends what was gathered.
   * @param goesOn the next turn gathers further lines: jobs that have too few wait for these
   */
  async flush(goesOn: boolean): Promise<void> {
    const filled = await Promise.all(this.#filling.values());
    const ready = goesOn && !this.#isFull ? filled.filter((one) => !hasFew(one)) : filled;
    const jobs = [...this.#full, ...ready.map(({ job }) => job)];
    this.#filling.clear();
    this.#full = [];
    for (const job of jobs) await this.#send(job);
  }

  async #send(job: OpenJob): Promise<void> {
    this.#open += 1;
    await sendJob(this.#deps, { batch: this.#batch, job });
  }

  async #begin(of: LineOfBatch, opId: string): Promise<LineOutcome> {
    const { batch } = of;
    const body = await readBody(this.#deps, of).catch(() => null);
    const target = batch.targets.find(({ model }) => model === modelIn(body));
    const found = target === undefined ? null : await this.#resolvedAt(target);
    const mapper = found?.targets[0]?.family.batches;
    if (target === undefined || found === null || mapper === undefined) return this.#leave(of);
    const request = await this.#write(of, { opId, body, resolved: found });
    if (request === null || !fits(mapper, request)) return this.#leave(of);
    if (!(await this.#hasRoom(target, request))) return { kind: 'put_off' };
    await beginLine(this.#deps, of, { resolved: found });
    return this.#add(of, { target, mapper, request });
  }

  /** A worker has held credit for the line, and died before the line was in a job. */
  async #goOn(of: LineOfBatch, isOver: boolean): Promise<LineOutcome> {
    const back = { price: isOver ? null : ('standard' as const), pauseMs: 0 };
    const body = isOver ? null : await readBody(this.#deps, of).catch(() => null);
    const target = of.batch.targets.find(({ model }) => model === modelIn(body));
    const found = target === undefined ? null : await this.#resolvedAt(target);
    const mapper = found?.targets[0]?.family.batches;
    if (target === undefined || found === null || mapper === undefined) {
      return backFromJob(this.#deps, of, back);
    }
    const [request] = await requestsOfJob(this.#deps, of.batch, { lines: [of.line], found });
    if (request === undefined || !fits(mapper, request)) return backFromJob(this.#deps, of, back);
    return this.#add(of, { target, mapper, request });
  }

  async #leave({ line }: LineOfBatch): Promise<LineOutcome> {
    await leaveToWorkers(this.#deps.db, line);
    return { kind: 'put_off' };
  }

  #resolvedAt(target: BatchTarget): Promise<Resolved | null> {
    const known = this.#resolved.get(target.model);
    if (known !== undefined) return known;
    const found = this.#callerOfBatch().then(
      (caller) => resolvedAt(this.#deps, target, caller),
      // Our workers say why the key is refused.
      () => null,
    );
    this.#resolved.set(target.model, found);
    return found;
  }

  #callerOfBatch(): Promise<Caller> {
    this.#caller ??= authenticateById(this.#deps.directory, this.#batch.apiKeyId);
    return this.#caller;
  }

  /** The request of a line as its provider gets it; null where it cannot go over the interface. */
  async #write(
    of: LineOfBatch,
    { opId, body, resolved }: { opId: string; body: unknown; resolved: Resolved },
  ): Promise<RequestOver | null> {
    const { settings } = this.#deps;
    const caller = await this.#callerOfBatch();
    const over = { resolved };
    const call = callOf(of, { opId, firstAttempt: 1, body, over });
    try {
      const given = { opId, caller, call, body, settings, resolved };
      return await writerFor(routeOf(of.batch))(this.#deps, given);
    } catch (thrown) {
      // The worker that runs the line says what is wrong with it.
      if (asGatewayError(thrown).code !== 'internal_error') return null;
      throw thrown;
    }
  }

  async #hasRoom({ credentialId }: BatchTarget, { tokens, body }: RequestOver): Promise<boolean> {
    const { userId } = this.#batch;
    const known = this.#waiting.get(credentialId);
    const sum = known ?? sumWaiting(this.#deps.db, { userId, credentialId });
    this.#waiting.set(credentialId, sum);
    const hasRoom = takeRoom(await sum, { bytes: JSON.stringify(body).length, tokens });
    if (!hasRoom) this.#isFull = true;
    return hasRoom;
  }

  async #add(
    { batch, line }: LineOfBatch,
    given: { target: BatchTarget; mapper: BatchMapper; request: RequestOver },
  ): Promise<LineOutcome> {
    const { target, mapper, request } = given;
    const { tokens } = request;
    const bytes = Buffer.byteLength(JSON.stringify(request.body)) + ENVELOPE_BYTES;
    const filling = await this.#jobFor({ target, mapper, path: request.path, bytes });
    const added = { jobId: filling.job.id, batchId: batch.id, line: line.line, run: line.run };
    await transaction(this.#deps.db, (trx) => addToJob(trx, { ...added, bytes, tokens }));
    return { kind: 'ended' };
  }

  /** The job that a request goes into; one without room is sent. */
  async #jobFor(wanted: {
    target: BatchTarget;
    mapper: BatchMapper;
    path: string;
    bytes: number;
  }): Promise<Filling> {
    const { target, mapper, path, bytes } = wanted;
    const key = keyOf({ model: target.model, path });
    for (;;) {
      const known = this.#filling.get(key);
      if (known === undefined) {
        const { id: batchId, userId } = this.#batch;
        const made = { ...target, id: newUuid(), batchId, userId, path };
        const begun = insertJob(this.#deps.db, made).then((job) => ({
          job,
          mapper,
          lines: 0,
          bytes: 0,
        }));
        this.#filling.set(key, begun);
        continue;
      }
      const filling = await known;
      // Another line may have sent it meanwhile.
      if (this.#filling.get(key) !== known) continue;
      const hasRoom = filling.lines < mapper.linesMax && filling.bytes + bytes <= mapper.bytesMax;
      if (!hasRoom) {
        this.#filling.delete(key);
        this.#full.push(filling.job);
        continue;
      }
      filling.lines += 1;
      filling.bytes += bytes;
      return filling;
    }
  }
}

/** Requests of one job ask one model over one path. */
function keyOf({ model, path }: { model: string; path: string }): string {
  return `${model} ${path}`;
}

/** Whether a job has fewer requests than its provider takes. */
function hasFew({ lines, mapper }: Filling): boolean {
  return lines < (mapper.linesMin ?? 1);
}

function modelIn(body: unknown): unknown {
  return (body as { model?: unknown } | null)?.model;
}

/** Whether a request may go over an interface at all. */
function fits(mapper: BatchMapper, { path, body }: RequestOver): boolean {
  const { service_tier: tier } = body as { service_tier?: unknown };
  if (!mapper.takes(path, body) || OWN_TIERS.has(tier)) return false;
  return Buffer.byteLength(JSON.stringify(body)) + ENVELOPE_BYTES <= mapper.bytesMax;
}
