import { findCatalogueSteps } from '@tollgate/catalog/first-steps.queries';
import type { PlatformOnboardingOut } from '@tollgate/contract/platform/onboarding';
import { getPlatformOnboarding } from '@tollgate/contract/routes/admin/onboarding';
import type { MountedRoute } from '@tollgate/http/route';
import { isSetupRequired } from '@tollgate/identity/users';
import { hasAnyKey } from '@tollgate/keys/keys';
import { wasAnyCallServed } from '@tollgate/requests/records/served-call.queries';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';

type Step = PlatformOnboardingOut['steps'][number]['id'];

/** Works out which steps are done; a call that was served needed all of the others. */
export const handleGetPlatformOnboarding = (deps: AdminDeps): MountedRoute =>
  platformRoute(getPlatformOnboarding, async () => {
    const isServed = await wasAnyCallServed(deps.db);
    const done = isServed ? null : await findDone(deps);
    const steps = STEPS.map((id) => ({ id, done: done === null || done[id] }));
    return { completed: isServed, steps };
  });

const STEPS: readonly Step[] = [
  'add_provider',
  'sync_models',
  'offer_model',
  'create_user',
  'grant_credit',
  'create_key',
  'make_first_call',
];

async function findDone({ db, billing }: AdminDeps): Promise<Record<Step, boolean>> {
  const [catalogue, hasNoUser, grants, hasKey] = await Promise.all([
    findCatalogueSteps(db),
    isSetupRequired(db),
    billing.allEntries({ moved_by: 'grants', limit: 1 }),
    hasAnyKey(db),
  ]);
  return {
    add_provider: catalogue.hasCredential,
    sync_models: catalogue.hasModel,
    offer_model: catalogue.hasOffer,
    create_user: !hasNoUser,
    grant_credit: grants.entries.length > 0,
    create_key: hasKey,
    make_first_call: false,
  };
}
