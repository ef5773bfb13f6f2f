import { modelDifference } from '@tollgate/catalog/model-difference';
import { countChoices } from '@tollgate/catalog/user.queries';
import { DIFFERENCE_COUNT_MAX } from '@tollgate/contract/model-limits';
import { DIFFERENCE_DAYS } from '@tollgate/contract/platform/models';
import { getModelDifference } from '@tollgate/contract/routes/admin/models';
import type { MountedRoute } from '@tollgate/http/route';
import { listKeysLimitedTo } from '@tollgate/keys/key-model.queries';
import { EVERY_REQUEST } from '@tollgate/requests/records/filter';
import { lastDays, readTotals } from '@tollgate/requests/usage/report';
import { decodeId } from '@tollgate/runtime/ids';
import type { AdminDeps } from '../../deps.ts';
import { differenceOut } from '../../difference-out.ts';
import { platformRoute } from '../../platform-route.ts';

export const handleGetModelDifference = ({ db, reports, now, routes }: AdminDeps): MountedRoute =>
  platformRoute(getModelDifference, async ({ params, query }) => {
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
  });
