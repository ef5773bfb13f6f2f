import type { RequestContract } from '@tollgate/contract/request-contract';
import { finishContract } from '@tollgate/providers/contract/contract';
import { FAMILIES } from '@tollgate/providers/families';
import type { Family } from '@tollgate/providers/adapter/adapter';

/** A model that needs no provider: free, deterministic, for test keys only. */
export interface SandboxModel {
  id: string;
  publicId: string;
  provider: string;
  upstreamModel: string;
  family: Family;
  contract: RequestContract;
  hardOutputTokens: null;
}

/** Built-in models have no row; this UUIDv7 of 2026-01-01 gives their id and their date. */
const BUILT_IN_ID = '019b76da-a800-7000-8000-000000000000';

/** Every model of every family that answers by itself. */
export const SANDBOX_MODELS: readonly SandboxModel[] = FAMILIES.flatMap((family) => {
  const provider = family.provider ?? family.id;
  return (family.local?.models ?? []).flatMap((upstreamModel) => {
    const draft = family.contract(upstreamModel);
    const contract = draft === null ? null : finishContract(draft);
    if (contract === null) return [];
    const publicId = `${provider}/${upstreamModel}`;
    return [
      {
        id: BUILT_IN_ID,
        publicId,
        provider,
        upstreamModel,
        family,
        contract,
        hardOutputTokens: null,
      },
    ];
  });
});
