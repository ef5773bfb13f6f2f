import { findCredential } from '@tollgate/catalog/credential.queries';
import { findModel } from '@tollgate/catalog/model.queries';
import { catalogCredential } from '@tollgate/catalog/snapshot';
import type { Db } from '@tollgate/db/connect';
import { ownTtl } from '@tollgate/providers/adapter/cache-marks';
import { familyById } from '@tollgate/providers/families';
import { timesOf } from '../catalogue/resolve.ts';
import type { Resolved, Target } from '../catalogue/resolve.ts';

/** A target by its ids, with what its model takes. */
export type StoredTarget = Pick<Resolved, 'contract' | 'hardOutputTokens'> & { target: Target };

/**
 * What was begun at a provider, from what the database says of the model and the credential now: a
 * model that was switched off meanwhile still has to be asked for what it makes. Null where one of
 * them is gone.
 */
export async function storedTarget(
  { db }: { db: Db },
  given: { modelId: string; credentialId: string; price: Target['price'] },
): Promise<StoredTarget | null> {
  const { modelId, credentialId, price } = given;
  const model = await findModel(db, modelId);
  const row = await findCredential(db, credentialId);
  const family = familyById(model?.family ?? '');
  if (model?.contract == null || row === null || family === undefined) return null;
  const { provider, publicId, upstreamModel, contract, hardOutputTokens } = model;
  const credential = catalogCredential(row);
  const contextTokens = contract.limits.context_tokens;
  const { baseUrl } = credential;
  const cacheTtl = ownTtl(contract);
  const kept = cacheTtl === undefined ? {} : { cacheTtl };
  const endpoint = {
    family: family.id,
    provider,
    upstreamModel,
    baseUrl,
    contextTokens,
    ...kept,
  };
  const shared = { modelId, publicId, provider, family, endpoint, contract, credential };
  const rest = { contextTokens, price, retries: 0, times: timesOf(model, credential) };
  return { target: { ...shared, ...rest }, contract, hardOutputTokens };
}
