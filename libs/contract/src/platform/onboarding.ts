import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from '../closed.ts';

/** A step from an empty installation to the first paid call, in their order. */
const PlatformOnboardingStep = Type.Union([
  Type.Literal('add_provider'),
  Type.Literal('sync_models'),
  Type.Literal('offer_model'),
  Type.Literal('create_user'),
  Type.Literal('grant_credit'),
  Type.Literal('create_key'),
  Type.Literal('make_first_call'),
]);

/** How far an installation has come towards its first paid call. */
export const PlatformOnboardingOut = Type.Object(
  {
    completed: Type.Boolean(),
    steps: Type.Array(Type.Object({ id: PlatformOnboardingStep, done: Type.Boolean() }, closed)),
  },
  closed,
);
export type PlatformOnboardingOut = Static<typeof PlatformOnboardingOut>;
