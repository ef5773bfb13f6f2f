import { isDeepStrictEqual } from 'node:util';
import { findRefusals } from './dry-run.ts';
import { CommandFault, RefusedFields } from './faults.ts';
import { changesOf, planSteps } from './plan.ts';
import type { Intent } from './plan.ts';
import { dataOf } from './platform-client.ts';
import type { Session } from './platform-client.ts';
import { titleOf } from './show.ts';
import type { Change, Step } from './step.ts';
import { createWork } from './work.ts';

/** The document and the intent of one apply. */
export interface Application extends Intent {
  /** SHA-256 of what was read, for the trail. */
  sha256: string;
  /** The changes of a kept plan, which have to be those of now; null without one. */
  planned: readonly Change[] | null;
}

/** How an apply ended. */
export interface Applied {
  done: readonly Change[];
  undone: readonly Change[];
  /** Why it stopped; null when everything is done. */
  fault: CommandFault | null;
}

/**
 * Brings a document about: everything is checked before the first change, by the platform in a dry
 * run too, and the first failure ends the apply.
 * @param reported is called with each change that is made
 * @throws CommandFault when nothing was changed
 */
export async function applySteps(
  session: Session,
  application: Application,
  reported: (change: Change) => void,
): Promise<Applied> {
  const first = await planSteps(session.platform, application);
  assertAsPlanned(first, application.planned);
  if (first.length === 0) return { done: [], undone: [], fault: null };
  const end = await takeLease(session, { sha256: application.sha256, changes: first.length });
  const done: Change[] = [];
  let steps = first;
  let fault: CommandFault | null = null;
  try {
    // What another apply has changed until the lease was ours is seen here.
    steps = await planSteps(session.platform, application);
    assertAsPlanned(steps, application.planned);
    const { faults } = await findRefusals(session.platform, steps);
    if (faults.length > 0) throw application.faultsAt(faults);
    const work = createWork(session.platform);
    for (const step of steps) {
      await located(step, application, () => step.run(work));
      done.push(...changesOf([step]));
      reported(step);
    }
  } catch (error) {
    if (!(error instanceof CommandFault)) throw error;
    fault = error;
  } finally {
    await end(fault === null && done.length === steps.length, done.length);
  }
  return { done, undone: changesOf(steps.slice(done.length)), fault };
}

/**
 * Does something of a step; a failure is reported with the line of the document that has the thing.
 * @throws CommandFault
 */
async function located<Result>(
  { path }: Step,
  { faultsAt }: Application,
  work: () => Promise<Result> | undefined,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CommandFault)) throw error;
    const fields =
      error instanceof RefusedFields
        ? error.fields.map((one) => ({ ...one, path: [...path, ...one.path] }))
        : error.lines.map((line) => ({ path, words: `is not brought about: ${line}` }));
    throw faultsAt(fields);
  }
}

function assertAsPlanned(steps: readonly Step[], planned: readonly Change[] | null): void {
  if (planned === null) return;
  // A kept plan is JSON: what is undefined is not in it.
  const now: unknown = JSON.parse(JSON.stringify(changesOf(steps)));
  if (isDeepStrictEqual(now, planned)) return;
  const before = new Set(planned.map(titleOf));
  const after = new Set(changesOf(steps).map(titleOf));
  const other =
    [...after].find((title) => !before.has(title)) ??
    [...before].find((title) => !after.has(title));
  const which = other === undefined ? '' : `, such as ${other.slice(2)}`;
  throw new CommandFault(
    `the running system has changed since this plan was made${which}; nothing was changed: plan again`,
  );
}

type End = (isApplied: boolean, changes: number) => Promise<void>;

/** Takes the lease under which all changes are made; a second apply at the same time is refused. */
async function takeLease(
  session: Session,
  { sha256, changes }: { sha256: string; changes: number },
): Promise<End> {
  const { platform } = session;
  const body = { document_sha256: sha256, changes };
  const asked = platform.POST('/api/platform/configuration-leases', { body });
  const { id } = await dataOf('apply', asked);
  session.useLease(id);
  return async (isApplied, made) => {
    session.useLease(null);
    const outcome = isApplied ? ('applied' as const) : ('failed' as const);
    const params = { path: { lease_id: id } };
    const path = '/api/platform/configuration-leases/{lease_id}/end';
    // A lease that is lost has ended: what the apply says of itself counts.
    await dataOf('apply', platform.POST(path, { params, body: { outcome, changes: made } })).catch(
      () => undefined,
    );
  };
}
