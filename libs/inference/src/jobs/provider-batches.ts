import type { MasterKey } from '@tollgate/catalog/sealing';
import { MalformedReply, ProviderError } from '@tollgate/providers/adapter/adapter';
import type { BatchedResult, BatchJob, ListedJob } from '@tollgate/providers/adapter/batch-wire';
import { failureOfResult } from '@tollgate/providers/engine/batch-caller';
import type { BatchLook } from '@tollgate/providers/engine/batch-caller';
import { toProviderError } from '@tollgate/providers/engine/call-failures';
import type { ProviderCall, ProviderCaller } from '@tollgate/providers/engine/provider-caller';
import type { Timers } from '@tollgate/runtime/timers';
import { createProviders } from '../dispatch/create-providers.ts';
import type { ProvidersDeps } from '../dispatch/create-providers.ts';
import type { Providers } from '../dispatch/providers.ts';
import { callAboutJob } from './provider-call.ts';
import type { JobTarget } from './provider-call.ts';

/** Thrown instead of an answer by {@link BatchInterface.writing}. */
export class WrittenRequest extends Error {
  override readonly name = 'WrittenRequest';
  readonly request: { path: string; body: unknown };

  constructor(request: { path: string; body: unknown }) {
    super('a request was written');
    this.request = request;
  }
}

/** A result that is an answer or a failure; null: nobody knows what became of the request. */
export type ReadResult = Exclude<BatchedResult, { kind: 'unrun' }> | null;

/**
 * The batch interfaces of providers, credential and wire included. Failures are thrown as
 * `ProviderError`.
 */
export interface BatchInterface {
  /** Providers that send nothing: each call throws {@link WrittenRequest}. */
  writing: Providers;
  /** Providers whose one answer is a result that was read. */
  reading(result: ReadResult): Providers;
  /** @returns the provider's name of the file */
  upload(target: JobTarget, job: BatchJob): Promise<string>;
  /** @returns the provider's name of the job */
  begin(target: JobTarget, given: { job: BatchJob; file: string | null }): Promise<string>;
  look(target: JobTarget, job: { job: string; file: string | null }): Promise<BatchLook>;
  cancel(target: JobTarget, job: string): Promise<void>;
  /** Deletes what lies behind a path of {@link BatchLook}. */
  remove(target: JobTarget, path: string): Promise<void>;
  /** The bytes of a file of results as they come. */
  read(target: JobTarget, path: string): AsyncGenerator<Uint8Array, void, void>;
  list(target: JobTarget, since: Date): Promise<ListedJob[]>;
}

/** Speaks to the batch interfaces of real providers. */
export function createBatchInterface(
  deps: Omit<ProvidersDeps, 'caller' | 'timers'> & {
    caller: ProviderCaller;
    masterKey: MasterKey;
    timers: Timers;
  },
): BatchInterface {
  const { caller } = deps;
  const providers = (instead: Parameters<ProviderCaller['without']>[0]): Providers =>
    createProviders({ ...deps, caller: { ...caller, ...caller.without(instead) } });
  return {
    writing: providers((_call, { path, body }) => {
      throw new WrittenRequest({ path, body: JSON.parse(String(body)) });
    }),
    reading: (result) => providers((call) => ({ body: bodyOf(call, result), headers: {} })),
    upload: (target, job) => caller.uploadBatch(callAboutJob(deps, target), job),
    begin: (target, given) => caller.beginBatch(callAboutJob(deps, target), given),
    look: (target, job) => caller.lookAtBatch(callAboutJob(deps, target), job),
    cancel: (target, job) => caller.cancelBatch(callAboutJob(deps, target), job),
    remove: (target, path) => caller.deleteBatchPart(callAboutJob(deps, target), path),
    read: (target, path) => caller.readBatchFile(callAboutJob(deps, target), path),
    list: (target, since) => caller.listBatches(callAboutJob(deps, target), since),
  };
}

/** @throws ProviderError for a result without an answer */
function bodyOf(call: ProviderCall, result: ReadResult): unknown {
  const came = { dispatchedMs: 0, firstByteMs: 0 };
  if (result === null) {
    // A kind that is never run again: the provider may have done the work.
    const message = 'The provider has not said in time what became of this line.';
    throw new ProviderError({ kind: 'timeout', message });
  }
  if (result.kind === 'failed') throw failureOfResult(call, result);
  if (typeof result.body !== 'object' || result.body === null) {
    throw toProviderError(new MalformedReply('a result holds no answer'), came);
  }
  return result.body;
}
