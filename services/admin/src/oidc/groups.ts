import { PLATFORM_ROLES } from '@tollgate/contract/platform/roles';
import type { PlatformRole } from '@tollgate/contract/platform/roles';
import type { OidcSettings } from './config.ts';

/** What a provider says of somebody. */
export type Claims = Readonly<Record<string, unknown>>;

/** Anybody can give an account an address that is not theirs. */
const EMAIL = 'email';

/** The highest role that the groups of somebody have; null without one. */
export function roleOfClaims(
  claims: Claims,
  { groupsClaim, roles }: Pick<OidcSettings, 'groupsClaim' | 'roles'>,
): PlatformRole | null {
  const held = new Set(groupsIn(claims, groupsClaim).map((group) => roles.get(group)));
  return PLATFORM_ROLES.find((role) => held.has(role)) ?? null;
}

/** Whether the claim with the groups is there at all. */
export function hasGroups(claims: Claims, name: string): boolean {
  return claimOf(claims, name) !== undefined;
}

/** Any text is one group; other values are no group. */
function groupsIn(claims: Claims, name: string): string[] {
  if (name === EMAIL && claims['email_verified'] !== true) return [];
  const value = claimOf(claims, name);
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((group): group is string => typeof group === 'string');
}

/** A claim by its whole name, which may hold dots, else the one that the dots lead to. */
function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name.split('.').reduce<unknown>((value, step) => {
    const isObject = typeof value === 'object' && value !== null;
    return isObject && Object.hasOwn(value, step)
      ? (value as Record<string, unknown>)[step]
      : undefined;
  }, claims);
}
