import { listModelsForUser } from '@tollgate/catalog/users';
import type { OnboardingOut } from '@tollgate/contract/auth';
import { getOnboarding } from '@tollgate/contract/routes/account/onboarding';
import type { MountedRoute } from '@tollgate/http/route';
import { listKeysByOwner } from '@tollgate/keys/keys';
import type { AccountDeps } from '../../deps.ts';
import { userRoute } from '../../user-route.ts';

/** Works out from the catalogue, the keys and the wallet which steps are done. */
export const handleGetOnboarding = ({ db, billing }: AccountDeps): MountedRoute =>
  userRoute(getOnboarding, async (_input, { caller }) => {
    const [models, keys, wallet] = await Promise.all([
      listModelsForUser(db, caller.user.id),
      listKeysByOwner(db, caller.user.id),
      billing.wallet(caller.user.id),
    ]);
    const live = keys.filter(({ mode }) => mode === 'live');
    const steps: OnboardingOut['steps'] = [
      {
        id: 'approve_model',
        title: 'Ask the administrator to approve a model',
        done: models.length > 0,
        link: '/api/models',
      },
      {
        id: 'create_key',
        title: 'Create a live API key',
        done: live.some(({ status }) => status === 'active'),
        link: '/api/keys',
      },
      {
        id: 'get_credit',
        title: 'Ask the administrator for credit',
        done: BigInt(wallet.granted_nano) > 0n,
        link: '/api/credits',
      },
      {
        id: 'make_first_call',
        title: 'Make the first paid call',
        done: BigInt(wallet.consumed_nano) > 0n,
        link: '/v1/chat/completions',
      },
    ];
    const next = steps.find(({ done }) => !done)?.id ?? null;
    return { completed: next === null, next, steps };
  });
