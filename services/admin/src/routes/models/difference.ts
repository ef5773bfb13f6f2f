import { modelDifference } from '@tollgate/catalog/model-difference';
import { countChoices } from '@tollgate/catalog/user-queries';
import {
  DIFFERENCE_COUNT_MAX,
  DIFFERENCE_DAYS,
  ModelDifferenceOut,
  ModelDifferenceQuery,
} from '@tollgate/contract/platform/models';
import { defineRoute } from '@tollgate/contract/route';
import { listKeysLimitedTo } from '@tollgate/keys/model-key-queries';
import { EVERY_REQUEST } from '@tollgate/requests/records/filter';
import { lastDays, readTotals } from '@tollgate/requests/usage/report';
import { decodeId } from '@tollgate/runtime/ids';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { differenceOut } from '../../difference-out.ts';
import { ModelIdParams } from '../../params.ts';

export const getModelDifference = defineRoute({
  method: 'get',
  path: '/api/platform/models/:model_id/difference',
  auth: 'platform',
  needs: 'read',
  summary: 'What a decision about a model would make different, before it is made',
  params: ModelIdParams,
  query: ModelDifferenceQuery,
  status: 200,
  errors: ['conflict'],
  response: ModelDifferenceOut,
});

export const handleGetModelDifference =
  ({ db, reports, now, routes }: AdminDeps): AdminHandler<typeof getModelDifference> =>
  async ({ params, query }) => {
    const id = decodeId('mdl', params.model_id);
    const difference = await modelDifference(db, id, query.decision);
    const { id: modelId, publicId } = difference.view.model;
    const limit = DIFFERENCE_COUNT_MAX;
    const scope = { ...EVERY_REQUEST, model: publicId, ...lastDays(DIFFERENCE_DAYS, now()) };
    const [users, keys, usage] = await Promise.all([
      countChoices(reports, { modelId, limit }),
      listKeysLimitedTo(reports, { publicId, limit }),
      readTotals(reports, scope),
    ]);
    return differenceOut(query.decision, difference, { users, keys, usage, routes });
  };
