import type { Document, Noun, SecretReference } from './document.ts';
import { CommandFault } from './faults.ts';
import type { FieldFault } from './faults.ts';
import { planAliases, pruneAliases } from './nouns/aliases.ts';
import { planLimits } from './nouns/limits.ts';
import { isEnabledAfter, planModels, planSwitchingOff, pruneModels } from './nouns/models.ts';
import { planPrices } from './nouns/prices.ts';
import { planProviders, pruneProviders } from './nouns/providers.ts';
import { planRetention } from './nouns/retention.ts';
import { planVectorStores, pruneVectorStores } from './nouns/vector-stores.ts';
import { planUsers } from './nouns/users.ts';
import { readState, wantedBy } from './state.ts';
import type { Platform } from './platform-client.ts';
import type { Change, Planning, Step } from './step.ts';

/**
 * What may be pruned, in the order in which pruning works: nobody leads to what is gone. Users and
 * money never are.
 */
export const PRUNABLE = [
  'vector_stores',
  'aliases',
  'models',
  'providers',
] as const satisfies readonly Noun[];
/** One of {@link PRUNABLE}. */
export type Prunable = (typeof PRUNABLE)[number];

const PLANNERS: readonly ((planning: Planning) => Step[])[] = [
  planProviders,
  planModels,
  planPrices,
  planAliases,
  planSwitchingOff,
  planUsers,
  planLimits,
  planVectorStores,
  planRetention,
];
type Prune = (planning: Planning, prune: readonly Prunable[]) => Step[];
const PRUNERS: Readonly<Record<Prunable, Prune>> = {
  vector_stores: pruneVectorStores,
  aliases: pruneAliases,
  models: pruneModels,
  providers: (planning, prune) =>
    pruneProviders(planning, (id) => isEnabledAfter(planning, id, prune.includes('models'))),
};

/** What a plan is made from. */
export interface Intent {
  document: Document;
  /** Nouns of which everything goes that the document does not name. */
  prune: readonly Prunable[];
  readSecret: (reference: SecretReference) => Promise<string>;
  /** The error for fields that cannot be brought about. */
  faultsAt: (faults: readonly FieldFault[]) => CommandFault;
}

/**
 * The steps from the running system to a document, in an order that works. Reads the running system
 * and the secrets that will be sent, and changes nothing.
 * @throws CommandFault
 */
export async function planSteps(platform: Platform, intent: Intent): Promise<Step[]> {
  const { document, prune, readSecret, faultsAt } = intent;
  for (const noun of prune) {
    if (document[noun] === undefined) {
      throw new CommandFault(`--prune ${noun}: the document has no ${noun}, so all would go`);
    }
  }
  const state = await readState(platform, wantedBy(document));
  const faults: FieldFault[] = [];
  const planning: Planning = {
    document,
    state,
    now: new Date(),
    fault: (fault) => void faults.push(fault),
    readSecret,
  };
  const steps = PLANNERS.flatMap((plan) => plan(planning));
  const pruned = PRUNABLE.filter((noun) => prune.includes(noun));
  steps.push(...pruned.flatMap((noun) => PRUNERS[noun](planning, prune)));
  if (faults.length > 0) throw faultsAt(faults);
  await prepareSteps(steps, faultsAt);
  return steps;
}

/** Lets every step read what it needs beside the plane, and reports all that is missing at once. */
async function prepareSteps(steps: readonly Step[], faultsAt: Intent['faultsAt']): Promise<void> {
  const faults: FieldFault[] = [];
  for (const step of steps) {
    const { path } = step;
    try {
      await step.prepare?.();
    } catch (error) {
      if (!(error instanceof CommandFault)) throw error;
      faults.push(...error.lines.map((line) => ({ path, words: `cannot be read: ${line}` })));
    }
  }
  if (faults.length > 0) throw faultsAt(faults);
}

/** Steps as they are shown, kept and compared: without what brings them about. */
export function changesOf(steps: readonly Step[]): Change[] {
  return steps.map(({ action, noun, name, fields }) => ({ action, noun, name, fields }));
}
