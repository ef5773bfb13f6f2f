import type { RequestContract } from '@tollgate/contract/request-contract';
import { contradictions, intersectContracts } from './alias-contract.ts';
import type { UnroutableReason } from './routability.ts';
import type { ModelRow } from './rows.ts';

/** A target of an alias, and whether its model can be called by its own id. */
export interface AliasMember extends Pick<
  ModelRow,
  'state' | 'enabled' | 'contract' | 'hardOutputTokens'
> {
  unroutableReason: UnroutableReason | null;
}

/** The contract and ceiling that an alias publishes, and whether the alias can be called. */
export interface AliasStanding {
  /** Null when the targets leave nothing to publish. */
  contract: RequestContract | null;
  /** The smallest hard ceiling of the targets; null when none of them has one. */
  hardOutputTokens: number | null;
  unroutableReason: UnroutableReason | null;
}

/**
 * Judges an alias by its targets. Contract and ceiling come from every target that is approved and
 * switched on, so that they do not change while a target is only out of order. An alias can be
 * called while at least one target can.
 */
export function aliasStanding(isEnabled: boolean, members: readonly AliasMember[]): AliasStanding {
  const standing = members.filter(({ state, enabled }) => state === 'approved' && enabled);
  const contract = commonContract(standing);
  const ceilings = standing.flatMap(({ hardOutputTokens: most }) => (most === null ? [] : [most]));
  return {
    contract,
    hardOutputTokens: ceilings.length === 0 ? null : Math.min(...ceilings),
    unroutableReason: isEnabled ? reasonOf(standing, contract) : 'disabled',
  };
}

function commonContract(members: readonly AliasMember[]): RequestContract | null {
  const contracts = members.flatMap(({ contract }) => (contract === null ? [] : [contract]));
  const common = intersectContracts(contracts);
  return common === null || contradictions(common).length > 0 ? null : common;
}

/**
 * The reason to report. A missing credential may come back on its own, so it goes before reasons
 * that only administrators can mend.
 */
function reasonOf(
  standing: readonly AliasMember[],
  contract: RequestContract | null,
): UnroutableReason | null {
  if (standing.length === 0) return 'disabled';
  if (contract === null) return 'contract_incomplete';
  const reasons = standing.map(({ unroutableReason }) => unroutableReason);
  if (reasons.includes(null)) return null;
  return reasons.includes('no_active_credential') ? 'no_active_credential' : (reasons[0] ?? null);
}
