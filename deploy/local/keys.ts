import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, type JWK } from 'jose';

/** Services that sign the calls they make to others. */
export const SIGNING_SERVICES = [
  'edge',
  'inference',
  'account',
  'admin',
  'billing',
  'worker',
] as const;

/** Database roles that log in with a password; the owner is not among them. */
export const DATABASE_ROLES = [
  'tollgate_account',
  'tollgate_admin',
  'tollgate_archive',
  'tollgate_backup',
  'tollgate_billing',
  'tollgate_inference',
  'tollgate_worker',
] as const;

const USER_EMAIL = 'demo@tollgate.example';
const ADMIN_EMAIL = 'admin@tollgate.example';
const PEPPER_BYTES = 32;
const MASTER_KEY_BYTES = 32;
const PASSWORD_BYTES = 18;

/** Every secret of one local stack. */
export interface StackKeys {
  /** Private keys (Ed25519, `kid` = service name) by service. */
  signing: Record<string, JWK>;
  /** The public halves of all signing keys. */
  trust: { keys: JWK[] };
  keyPepper: string;
  credentialMasterKey: { current: string; keys: Record<string, string> };
  reasoningKey: { current: string; keys: Record<string, string> };
  webhookKey: { current: string; keys: Record<string, string> };
  userTokenKey: JWK;
  platformTokenKey: JWK;
  setupToken: string;
  /** With it the console makes the first administrator of a stack that begins empty. */
  platformSetupToken: string;
  postgresPassword: string;
  /** The password of the operator of Redis. */
  redisPassword: string;
  /** The password of the services at Redis. */
  redisServicePassword: string;
  /** Passwords by database role. */
  rolePasswords: Record<string, string>;
  admin: { email: string; password: string };
  user: { email: string; password: string };
}

const password = (): string => randomBytes(PASSWORD_BYTES).toString('base64url');

async function ed25519(kid: string): Promise<{ private: JWK; public: JWK }> {
  const pair = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const attributes = { kid, alg: 'EdDSA', use: 'sig' };
  return {
    private: { ...(await exportJWK(pair.privateKey)), ...attributes },
    public: { ...(await exportJWK(pair.publicKey)), ...attributes },
  };
}

/** Makes a fresh set of secrets. */
export async function generateKeys(): Promise<StackKeys> {
  const signing: Record<string, JWK> = {};
  const trusted: JWK[] = [];
  for (const service of SIGNING_SERVICES) {
    const pair = await ed25519(service);
    signing[service] = pair.private;
    trusted.push(pair.public);
  }
  return {
    signing,
    trust: { keys: trusted },
    keyPepper: randomBytes(PEPPER_BYTES).toString('base64'),
    credentialMasterKey: {
      current: 'v1',
      keys: { v1: randomBytes(MASTER_KEY_BYTES).toString('base64') },
    },
    reasoningKey: {
      current: 'v1',
      keys: { v1: randomBytes(MASTER_KEY_BYTES).toString('base64') },
    },
    webhookKey: {
      current: 'v1',
      keys: { v1: randomBytes(MASTER_KEY_BYTES).toString('base64') },
    },
    userTokenKey: (await ed25519('user')).private,
    platformTokenKey: (await ed25519('platform')).private,
    setupToken: password(),
    platformSetupToken: password(),
    postgresPassword: password(),
    redisPassword: password(),
    redisServicePassword: password(),
    rolePasswords: Object.fromEntries(DATABASE_ROLES.map((role) => [role, password()])),
    admin: { email: ADMIN_EMAIL, password: password() },
    user: { email: USER_EMAIL, password: password() },
  };
}

/**
 * Reads the secrets of a state folder, made at the first call and kept in a file of mode 0600. What
 * a folder of an older release lacks is added.
 */
export async function loadKeys(stateDir: string): Promise<StackKeys> {
  const file = join(stateDir, 'keys.json');
  const text = await readFile(file, 'utf8').catch(() => '{}');
  const kept = JSON.parse(text) as Partial<StackKeys>;
  const made = await generateKeys();
  const rolePasswords = { ...made.rolePasswords, ...kept.rolePasswords };
  const keys = { ...made, ...kept, rolePasswords };
  const hasAll = DATABASE_ROLES.every((role) => role in (kept.rolePasswords ?? {}));
  if (hasAll && Object.keys(keys).every((name) => name in kept)) return keys;
  await writeFile(`${file}.new`, JSON.stringify(keys, null, 2), { mode: 0o600 });
  await rename(`${file}.new`, file);
  return keys;
}
