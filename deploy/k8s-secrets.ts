/**
 * `node deploy/k8s-secrets.ts <new file> [store]`: makes every secret of an installation and writes
 * the Secrets for Kubernetes into a file of mode 0600; with the name of a ClusterSecretStore,
 * ExternalSecrets, which hold names and no values. A file that exists is left alone. The
 * environment has NAMESPACE (tollgate), ADMIN_EMAIL, where they exist already, DATABASE_URL of the
 * owner and REDIS_URL of the services, and OIDC_CLIENT_SECRET for the component `oidc`. No value is
 * shown.
 */
import { rm, writeFile } from 'node:fs/promises';
import { OperatorError } from '@tollgate/db/command';
import { asExternalSecrets, asSecrets, kubernetesSecrets } from './kubernetes/secrets.ts';
import { generateKeys } from './local/keys.ts';

const USAGE =
  'make k8s-secrets TO=<new file> [STORE=<ClusterSecretStore>]; NAMESPACE, ADMIN_EMAIL, DATABASE_URL, REDIS_URL and OIDC_CLIENT_SECRET from the environment.';
const NAMESPACE = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/u;
const STORE = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/u;

const given = (variable: string): string | undefined => process.env[variable] || undefined;

async function writeNew(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST')
      throw new OperatorError(`${file} exists and is left as it is: name a new file.`);
    // Half a file of secrets is of no use.
    await rm(file, { force: true });
    throw new OperatorError(`${file} cannot be written (${code}).`);
  }
}

async function run([file = '', store = '']: readonly string[]): Promise<void> {
  const namespace = given('NAMESPACE') ?? 'tollgate';
  if (file === '') throw new OperatorError(USAGE);
  if (!NAMESPACE.test(namespace)) throw new OperatorError('NAMESPACE is no name of a namespace.');
  if (store !== '' && !STORE.test(store)) throw new OperatorError('STORE is no name of a store.');
  const values = kubernetesSecrets(await generateKeys(), {
    databaseUrl: given('DATABASE_URL'),
    redisUrl: given('REDIS_URL'),
    adminEmail: given('ADMIN_EMAIL'),
    oidcClientSecret: given('OIDC_CLIENT_SECRET'),
  });
  const documents =
    store === '' ? asSecrets(values, namespace) : asExternalSecrets(values, namespace, store);
  // JSON is YAML, too.
  const text = documents.map((one) => `---\n${JSON.stringify(one, null, 2)}\n`).join('');
  await writeNew(file, text);
  const kind = store === '' ? 'Secrets, readable by you alone' : 'ExternalSecrets, without values';
  process.stdout.write(`${file}: ${documents.length} ${kind}.\n`);
}

await run(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof OperatorError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
