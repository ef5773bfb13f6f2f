import type { RequestContract } from '@tollgate/contract/request-contract';
import { contradictions, intersectContracts } from './alias-contract.ts';
import type { UnroutableReason } from './routability.ts';
import type { ModelRow } from './rows.ts';

/** A target of an alias, and whether it can be called by itself. */
export interface AliasMember extends Pick<
  ModelRow,
  'state' | 'enabled' | 'contract' | 'hardOutputTokens'
> {
  unroutableReason: UnroutableReason | null;
}

/** What an alias publishes, and whether it can be called. */
export interface AliasStanding {
  /** Null when the targets leave nothing to publish. */
  contract: RequestContract | null;
  /** The smallest hard ceiling of the targets; null when none of them has one. */
  hardOutputTokens: number | null;
  unroutableReason: UnroutableReason | null;
}

/**
 * Judges an alias by its targets. Contract and ceiling come from every target that administrators stand for, approved and
 * switched on, so that they stay as they are while a target is only out of order. An alias can be called while at least one
 * target can.
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

/** A credential that is missing comes back by itself, so it is told before what only administrators can mend. */
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
