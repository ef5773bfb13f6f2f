import { createPlatformAlias } from '@tollgate/contract/routes/admin/aliases';
import { pricePlatformModel } from '@tollgate/contract/routes/admin/models';
import type { Answer, RunningAdmin } from './admin.ts';
import { aModel, approve, PRICES } from './model.ts';
import type { TestProvider } from './provider.ts';

/** A model that can be called. */
export interface CallableModel {
  /** `mdl_…` */
  id: string;
  publicId: string;
  credentialId: string;
}

/** Finds, approves and prices one, under a prefix of its own. */
export const aCallableModel = async (
  admin: RunningAdmin,
  provider: TestProvider,
): Promise<CallableModel> => {
  const model = await aModel(admin, provider);
  await approve(admin, model.id);
  const priced = await admin.send(pricePlatformModel, {
    params: { model_id: model.id },
    body: { prices: PRICES },
  });
  if (priced.status !== 201) throw new Error(`prices: ${JSON.stringify(priced.body)}`);
  return model;
};

/** Creates an alias that leads to these models. */
export const anAlias = async (
  admin: RunningAdmin,
  name: string,
  models: readonly CallableModel[],
): Promise<Answer['body']> => {
  const made = await admin.send(createPlatformAlias, {
    body: { name, targets: models.map(({ id }) => ({ model_id: id })) },
  });
  if (made.status !== 201) throw new Error(`alias: ${JSON.stringify(made.body)}`);
  return made.body;
};
