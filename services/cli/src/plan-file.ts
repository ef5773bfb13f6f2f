import { createHash } from 'node:crypto';
import type { Document } from './document.ts';
import { CommandFault } from './faults.ts';
import { PRUNABLE } from './plan.ts';
import type { Prunable } from './plan.ts';
import { readDocument } from './read-document.ts';
import { readFileUpTo } from './secrets.ts';
import type { Change } from './step.ts';

/** The version of kept plans. */
const PLAN_VERSION = 1;
/** The longest kept plan, in bytes: a document and what it changes. */
const PLAN_BYTES_MAX = 33_554_432;

/** A plan that is kept, to be applied as it is or not at all. It holds no secret. */
export interface KeptPlan {
  tollgate_plan: typeof PLAN_VERSION;
  /** The folder that files of secrets are relative to. */
  folder: string;
  prune: readonly Prunable[];
  changes: readonly Change[];
  document: Document;
}

/** The text of a plan to keep. */
export function planFile(plan: Omit<KeptPlan, 'tollgate_plan'>): string {
  return `${JSON.stringify({ tollgate_plan: PLAN_VERSION, ...plan }, null, 2)}\n`;
}

/** Reads a kept plan. @throws CommandFault */
export async function readPlanFile(file: string): Promise<KeptPlan> {
  const text = await readFileUpTo(file, PLAN_BYTES_MAX);
  const plan = asPlan(text);
  if (plan === null)
    throw new CommandFault(`${file}: is no plan that tollgate plan --out has written`);
  // The document of a plan that somebody has edited is checked like any other.
  const { document } = readDocument(file, JSON.stringify(plan.document));
  return { ...plan, document };
}

function asPlan(text: string): KeptPlan | null {
  try {
    const plan = JSON.parse(text) as Partial<KeptPlan> | null;
    const { tollgate_plan: version, folder, prune, changes, document } = plan ?? {};
    const isWhole =
      version === PLAN_VERSION &&
      typeof folder === 'string' &&
      Array.isArray(prune) &&
      prune.every((noun) => PRUNABLE.includes(noun)) &&
      Array.isArray(changes) &&
      typeof document === 'object';
    return isWhole ? (plan as KeptPlan) : null;
  } catch {
    return null;
  }
}

/** The digest by which the trail knows a document. */
export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
