import type { Candidate } from '@tollgate/catalog/alias-order';
import { upliftFor } from '@tollgate/catalog/snapshot';
import type { CatalogAlias, CatalogTarget } from '@tollgate/catalog/snapshot';
import type { Caller } from '../caller/caller.ts';
import type { ModelSpeeds } from '../credentials/model-speeds.ts';

/** The targets of an alias as its strategy put them for one call. */
export interface AliasOrder {
  strategy: CatalogAlias['strategy'];
  models: readonly {
    publicId: string;
    /** What the strategy compared; null where nothing is compared or known. */
    compared: number | null;
    /** Whether no credential may be tried with it now. */
    isShut: boolean;
  }[];
}

/**
 * What the strategies of an alias look at in a target. They look at different facts: none pays for
 * one that it does not look at.
 */
export const candidateOf =
  (speeds: Pick<ModelSpeeds, 'speedOf'>, caller: Caller) =>
  ({ weight, model }: CatalogTarget): Candidate => ({
    weight,
    model: {
      prices: model.prices,
      contextTokens: model.contract.limits.context_tokens,
      isChat: model.contract.capability === 'chat',
    },
    get upliftBp() {
      return upliftFor(caller.policy, model.id).bp;
    },
    get speedMs() {
      return speeds.speedOf(model.id);
    },
  });
