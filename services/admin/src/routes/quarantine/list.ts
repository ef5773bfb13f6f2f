import {
  QUARANTINED_SHOWN_MAX,
  QuarantineOut,
  SPOOLS_SHOWN_MAX,
} from '@tollgate/contract/platform/quarantine';
import { defineRoute } from '@tollgate/contract/route';
import {
  countSetAside,
  listQuarantinedRows,
  listSpools,
} from '@tollgate/requests/quarantine/quarantine-queries';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { quarantinedOut, spoolOut } from '../../quarantine-out.ts';

export const getQuarantine = defineRoute({
  method: 'get',
  path: '/api/platform/quarantine',
  auth: 'platform',
  needs: 'read',
  summary: 'Decisions about money that billing rejected permanently, by the spool that keeps them',
  status: 200,
  response: QuarantineOut,
});

export const handleGetQuarantine =
  ({ reports }: AdminDeps): AdminHandler<typeof getQuarantine> =>
  async () => {
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
  };
