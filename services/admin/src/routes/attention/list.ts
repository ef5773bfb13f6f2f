import type { AttentionItemOut } from '@tollgate/contract/platform/attention';
import { listPlatformAttention } from '@tollgate/contract/routes/admin/attention';
import type { MountedRoute } from '@tollgate/http/route';
import { catalogueItems } from '../../attention/catalogue-items.ts';
import { moneyItems } from '../../attention/money-items.ts';
import { createPriceItems } from '../../attention/price-items.ts';
import { workItems } from '../../attention/work-items.ts';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';

const ORDER: Readonly<Record<AttentionItemOut['severity'], number>> = {
  critical: 0,
  warning: 1,
  notice: 2,
};

export const handleListPlatformAttention = (deps: AdminDeps): MountedRoute => {
  const priceItems = createPriceItems();
  return platformRoute(listPlatformAttention, async () => {
    const found = await Promise.all([
      moneyItems(deps),
      catalogueItems(deps, priceItems),
      workItems(deps),
    ]);
    const data = found.flat().toSorted((one, other) => ORDER[one.severity] - ORDER[other.severity]);
    return { data };
  });
};
