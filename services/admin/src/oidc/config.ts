import { X509Certificate } from 'node:crypto';
import { PLATFORM_ROLES } from '@tollgate/contract/platform/roles';
import type { PlatformRole } from '@tollgate/contract/platform/roles';
import {
  AddressRefused,
  assertUpstream,
  parseAllowedUpstreams,
} from '@tollgate/providers/engine/address-guard';
import type { AllowedUpstreams } from '@tollgate/providers/engine/address-guard';
import { ConfigError } from '@tollgate/runtime/config';
import { Type } from 'typebox';
import type { Static } from 'typebox';

/**
 * The longest session of who signs in through the provider, in minutes: as long as an
 * administrator's token lives.
 */
const SESSION_MINUTES_MAX = 480;
const SESSION_MINUTES_MIN = 5;
const SECONDS_PER_MINUTE = 60;
/** Where the provider sends browsers back to. */
const CALLBACK_PATH = '/api/platform/auth/oidc/callback';

/** The variables of sign-in through an OpenID provider; without OIDC_ISSUER there is none. */
export const oidcVariables = {
  OIDC_ISSUER: Type.Optional(
    Type.String({
      pattern: '^https?://[^?#\\s]+$',
      description:
        'address of the OpenID provider, as its discovery document names itself; without one administrators sign in with passwords only',
    }),
  ),
  OIDC_CLIENT_ID: Type.Optional(
    Type.String({ minLength: 1, description: 'the name of this client at the OpenID provider' }),
  ),
  OIDC_CLIENT_SECRET: Type.Optional(
    Type.String({ secret: 'phrase', minLength: 1, description: 'the secret of that client' }),
  ),
  OIDC_NAME: Type.String({
    default: 'single sign-on',
    maxLength: 60,
    pattern: '^[^\\u0000-\\u001f\\u007f]*$',
    description: 'what the button of the sign-in page calls the OpenID provider',
  }),
  OIDC_SCOPES: Type.String({
    default: 'openid profile email',
    pattern: '^(?:[!#-\\[\\]-~]+ )*openid(?: [!#-\\[\\]-~]+)*$',
    description: 'scopes to request, separated by blanks; `openid` must be among them',
  }),
  OIDC_GROUPS_CLAIM: Type.String({
    default: 'groups',
    minLength: 1,
    description:
      'the claim with the groups, a list or one text; `realm_access.roles` is the claim `roles` inside another; `email` counts when it is verified',
  }),
  OIDC_ROLES: Type.Optional(
    Type.String({
      description:
        'which groups have which role, as JSON such as {"owner":["platform-owners"],"viewer":["staff"]}; of several roles the highest counts',
    }),
  ),
  OIDC_ALLOWED_ADDRESSES: Type.String({
    default: '',
    description: 'host:port pairs of the OpenID provider that are private or without TLS',
  }),
  OIDC_CA: Type.Optional(
    Type.String({
      description:
        'certificates (PEM) that the OpenID provider is trusted by, instead of those of the system',
    }),
  ),
  OIDC_SESSION_MINUTES: Type.Integer({
    default: SESSION_MINUTES_MAX,
    minimum: SESSION_MINUTES_MIN,
    maximum: SESSION_MINUTES_MAX,
    description:
      'how long a session through the OpenID provider lasts; whoever is removed there is out of here after that at the latest',
  }),
};

const schema = Type.Object(oidcVariables);
type OidcVariables = Static<typeof schema> & { readonly PUBLIC_BASE_URL?: string | undefined };

/** An OpenID provider and what its groups mean here. */
export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** For people. */
  name: string;
  scopes: string;
  groupsClaim: string;
  /** The highest role of each group that has one. */
  roles: ReadonlyMap<string, PlatformRole>;
  allowed: AllowedUpstreams;
  ca: string | undefined;
  sessionSeconds: number;
  redirectUri: string;
}

/**
 * Reads the settings of the provider; null where there is none.
 * @throws ConfigError that names every variable at fault
 */
export function readOidcSettings(variables: Readonly<OidcVariables>): OidcSettings | null {
  const { OIDC_ISSUER: issuer, PUBLIC_BASE_URL: publicUrl } = variables;
  const needed = {
    OIDC_CLIENT_ID: variables.OIDC_CLIENT_ID,
    OIDC_CLIENT_SECRET: variables.OIDC_CLIENT_SECRET,
    OIDC_ROLES: variables.OIDC_ROLES,
  };
  if (issuer === undefined) {
    const given = Object.entries(needed).find(([, value]) => value !== undefined);
    if (given === undefined) return null;
    throw new ConfigError([`OIDC_ISSUER is required where ${given[0]} is set`]);
  }
  const faults = Object.entries({ ...needed, PUBLIC_BASE_URL: publicUrl })
    .filter(([, value]) => value === undefined)
    .map(([name]) => `${name} is required where OIDC_ISSUER is set`);
  const allowed = tried(faults, 'OIDC_ALLOWED_ADDRESSES', () =>
    parseAllowedUpstreams(variables.OIDC_ALLOWED_ADDRESSES),
  );
  if (allowed !== undefined) {
    tried(faults, 'OIDC_ISSUER', () => assertUpstream(new URL(issuer), allowed));
  }
  const roles = tried(faults, 'OIDC_ROLES', () => parseRoles(variables.OIDC_ROLES ?? '{}'));
  tried(faults, 'OIDC_CA', () => assertCertificates(variables.OIDC_CA));
  if (faults.length > 0 || allowed === undefined || roles === undefined) {
    throw new ConfigError(faults);
  }
  return {
    issuer,
    clientId: variables.OIDC_CLIENT_ID ?? '',
    clientSecret: variables.OIDC_CLIENT_SECRET ?? '',
    name: variables.OIDC_NAME,
    scopes: variables.OIDC_SCOPES,
    groupsClaim: variables.OIDC_GROUPS_CLAIM,
    roles,
    allowed,
    ca: variables.OIDC_CA,
    sessionSeconds: variables.OIDC_SESSION_MINUTES * SECONDS_PER_MINUTE,
    redirectUri: `${new URL(publicUrl ?? issuer).origin}${CALLBACK_PATH}`,
  };
}

/** What cannot be read, in words for operators. */
class Unfit extends Error {}

function tried<T>(faults: string[], name: string, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Unfit) && !(error instanceof AddressRefused)) throw error;
    faults.push(`${name}: ${error.message}`);
    return undefined;
  }
}

function parseRoles(json: string): Map<string, PlatformRole> {
  const form = 'must be a JSON object of roles, each with a list of groups';
  const table = parseObject(json);
  if (table === null) throw new Unfit(form);
  const roles = new Map<string, PlatformRole>();
  for (const name of Object.keys(table)) {
    if (PLATFORM_ROLES.some((role) => role === name)) continue;
    throw new Unfit(`${JSON.stringify(name)} is no role; roles are ${PLATFORM_ROLES.join(', ')}`);
  }
  for (const role of PLATFORM_ROLES) {
    const groups = table[role] ?? [];
    if (!Array.isArray(groups)) throw new Unfit(`${role} ${form}`);
    for (const group of groups as unknown[]) {
      if (typeof group !== 'string' || group === '')
        throw new Unfit(`${role} has a group that is no text`);
      // Roles come from the highest on, so the first one stays.
      if (!roles.has(group)) roles.set(group, role);
    }
  }
  if (roles.size === 0) throw new Unfit('has no group, so that nobody could sign in');
  return roles;
}

function parseObject(json: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(json);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function assertCertificates(pem: string | undefined): void {
  if (pem === undefined) return;
  const isCertificate = (text: string): boolean => {
    try {
      return new X509Certificate(text).raw.length > 0;
    } catch {
      return false;
    }
  };
  if (!isCertificate(pem)) throw new Unfit('must be certificates in PEM');
}
