import { DRY_RUN_STEPS_MAX } from '@tollgate/contract/platform/configuration';
import type { DryRunFault } from '@tollgate/contract/platform/configuration';
import { CommandFault, RefusedFields } from './faults.ts';
import type { FieldFault } from './faults.ts';
import { dataOf } from './platform-client.ts';
import type { Platform } from './platform-client.ts';
import { createRecorder } from './recorder.ts';
import type { RecordedCall } from './recorder.ts';
import type { Step } from './step.ts';
import { createWork } from './work.ts';

/** What the platform would refuse of some steps. */
export interface Refusals {
  faults: readonly FieldFault[];
  /** Why the platform did not check all of them; null where it did. */
  unchecked: string | null;
}

/** The longest body that a dry run sends, in bytes: with room below what the platform takes. */
const BODY_BYTES_MAX = 900_000;
/**
 * Answers of a platform that gives this administrator no dry run, none while another document is
 * applied, or that knows none.
 */
const NO_DRY_RUN: ReadonlySet<number> = new Set([403, 404, 405, 409]);

type Tried = RecordedCall & { step: Step };

/**
 * Has the platform try the very requests that the steps would send; nothing is changed.
 * @throws CommandFault when the platform is not reached
 */
export async function findRefusals(platform: Platform, steps: readonly Step[]): Promise<Refusals> {
  const { calls, faults } = await recordCalls(platform, steps);
  const sent = fitting(calls);
  if (sent.length === 0) return { faults, unchecked: null };
  const asked = platform.POST('/api/platform/configuration-dry-runs', {
    body: { steps: sent.map(({ call }) => call) },
  });
  const answer = await asked.catch(() => null);
  if (answer !== null && NO_DRY_RUN.has(answer.response.status)) {
    return { faults, unchecked: reasonOf(answer.error) };
  }
  const found = await dataOf('the check of the plan', asked);
  const rest = calls.length - found.steps;
  return {
    faults: [...faults, ...refusedOf(sent, found.faults)],
    unchecked: rest === 0 ? null : `${rest} of ${calls.length} requests are too many for one check`,
  };
}

async function recordCalls(
  platform: Platform,
  steps: readonly Step[],
): Promise<{ calls: Tried[]; faults: FieldFault[] }> {
  const recorder = createRecorder(platform);
  const work = createWork(recorder.platform);
  const calls: Tried[] = [];
  const faults: FieldFault[] = [];
  for (const step of steps) {
    try {
      await step.run(work);
    } catch (error) {
      if (!(error instanceof CommandFault) || error instanceof RefusedFields) throw error;
      faults.push(...error.lines.map((line) => refused(step, line)));
    }
    calls.push(...recorder.calls.slice(calls.length).map((one) => ({ ...one, step })));
  }
  return { calls, faults };
}

/** As many of the first calls as one dry run takes: each may stand on those before. */
function fitting(calls: readonly Tried[]): readonly Tried[] {
  let bytes = 0;
  const end = calls.findIndex(({ call }) => {
    bytes += Buffer.byteLength(JSON.stringify(call)) + 1;
    return bytes > BODY_BYTES_MAX;
  });
  return calls.slice(0, Math.min(end === -1 ? calls.length : end, DRY_RUN_STEPS_MAX));
}

/** Faults at the fields of the document, without those that only follow from another one. */
function refusedOf(sent: readonly Tried[], found: readonly DryRunFault[]): FieldFault[] {
  const byCall = new Map(found.map((fault) => [fault.step, fault]));
  const broken = new Set<string>();
  return sent.flatMap(({ step, needs, makes }, index) => {
    const fault = byCall.get(index);
    if (fault === undefined) return [];
    const isFollowing = needs.some((name) => broken.has(name));
    if (makes !== null) broken.add(makes);
    return isFollowing ? [] : fieldsOf(step, fault);
  });
}

function fieldsOf(step: Step, { detail, message }: DryRunFault): FieldFault[] {
  if (detail.length === 0) return [refused(step, message)];
  return detail.map(({ loc, msg }) => ({ path: [...step.path, ...loc.slice(1)], words: msg }));
}

function refused({ path }: Step, message: string): FieldFault {
  return { path, words: `would be refused: ${message}` };
}

function reasonOf(error: unknown): string {
  const { error: inner } = (error ?? {}) as { error?: { message?: string } };
  return inner?.message ?? 'the platform knows no dry run';
}
