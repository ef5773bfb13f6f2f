import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DATABASE_ROLES, SIGNING_SERVICES } from '../local/keys.ts';
import type { StackKeys } from '../local/keys.ts';

/** The secrets that `deploy/compose.yaml` asks for, by the names that it uses. */
export const composeSecrets = (keys: StackKeys): Record<string, string> => ({
  POSTGRES_PASSWORD: keys.postgresPassword,
  REDIS_PASSWORD: keys.redisPassword,
  REDIS_SERVICE_PASSWORD: keys.redisServicePassword,
  DATABASE_ROLE_PASSWORDS: JSON.stringify(keys.rolePasswords),
  ...Object.fromEntries(
    // Nobody on one host makes backups but by hand, as the owner.
    DATABASE_ROLES.filter((role) => role !== 'tollgate_backup').map((role) => [
      `${role.toUpperCase()}_PASSWORD`,
      keys.rolePasswords[role] ?? '',
    ]),
  ),
  ...Object.fromEntries(
    // Billing calls no other service.
    SIGNING_SERVICES.filter((service) => service !== 'billing').map((service) => [
      `${service.toUpperCase()}_SIGNING_KEY`,
      JSON.stringify(keys.signing[service]),
    ]),
  ),
  SERVICE_TRUST_KEYS: JSON.stringify(keys.trust),
  KEY_PEPPER: keys.keyPepper,
  CREDENTIAL_MASTER_KEY: JSON.stringify(keys.credentialMasterKey),
  REASONING_KEY: JSON.stringify(keys.reasoningKey),
  WEBHOOK_KEY: JSON.stringify(keys.webhookKey),
  USER_TOKEN_KEY: JSON.stringify(keys.userTokenKey),
  PLATFORM_TOKEN_KEY: JSON.stringify(keys.platformTokenKey),
  PLATFORM_ADMIN_EMAIL: keys.admin.email,
  PLATFORM_ADMIN_PASSWORD: keys.admin.password,
  SETUP_TOKEN: keys.setupToken,
});

/**
 * Writes the secrets as a file of variables, readable by this user alone.
 * @returns its path
 */
export async function writeSecrets(stateDir: string, keys: StackKeys): Promise<string> {
  const file = join(stateDir, 'secrets.env');
  // Between single quotes nothing is special.
  const lines = Object.entries(composeSecrets(keys)).map(([name, value]) => `${name}='${value}'\n`);
  await writeFile(`${file}.new`, lines.join(''), { mode: 0o600 });
  await rename(`${file}.new`, file);
  return file;
}
