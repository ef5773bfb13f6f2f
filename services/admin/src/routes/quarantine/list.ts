import { QUARANTINED_SHOWN_MAX, SPOOLS_SHOWN_MAX } from '@tollgate/contract/platform/quarantine';
import { getQuarantine } from '@tollgate/contract/routes/admin/quarantine';
import type { MountedRoute } from '@tollgate/http/route';
import {
  countSetAside,
  listQuarantinedRows,
  listSpools,
} from '@tollgate/requests/quarantine/quarantine.queries';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';
import { quarantinedOut, spoolOut } from '../../quarantine-out.ts';

export const handleGetQuarantine = ({ reports }: AdminDeps): MountedRoute =>
  platformRoute(getQuarantine, async () => {
    const [setAside, spools, decisions] = await Promise.all([
      countSetAside(reports),
      listSpools(reports, SPOOLS_SHOWN_MAX),
      listQuarantinedRows(reports, QUARANTINED_SHOWN_MAX),
    ]);
    return {
      set_aside: setAside,
      spools: spools.map(spoolOut),
      decisions: decisions.map(quarantinedOut),
    };
  });
