/**
 * `node deploy/operations/rotate-secrets.ts`, in a pod: takes one step of the exchange of a secret
 * in the Secrets of the installation. SECRET is the variable, STEP is add, use or retire, SERVICE
 * is whose key where SECRET is SERVICE_SIGNING_KEY, ROTATED_SECRETS are the names of all Secrets
 * that may hold the variable, with commas. Every change is tried before the first one is made;
 * broken off, the same step is run again. No value is shown.
 */
import { openClusterSecrets } from './cluster-secrets.ts';
import type { ReadSecret } from './cluster-secrets.ts';
import { isStep } from './next-value.ts';
import { markOf, planRotation } from './rotation-plan.ts';
import type { RotationOrder } from './rotation-plan.ts';

const TOKEN_FILE = '/var/run/secrets/tollgate/token';
/** Values that are sealed with these have to be sealed again before the old one goes. */
const RESEALED = ['CREDENTIAL_MASTER_KEY', 'WEBHOOK_KEY'];

function given(variable: string, isNeeded = true): string {
  const value = process.env[variable] ?? '';
  if (value === '' && isNeeded) throw new Error(`${variable} is not set.`);
  return value;
}

function orderOf(): RotationOrder {
  const order = { variable: given('SECRET'), service: given('SERVICE', false) };
  const step = given('STEP');
  if (!isStep(step)) throw new Error('STEP is add, use or retire.');
  return { ...order, step };
}

function clusterUrl(): string {
  const host = given('KUBERNETES_SERVICE_HOST');
  const named = host.includes(':') ? `[${host}]` : host;
  return `https://${named}:${given('KUBERNETES_SERVICE_PORT')}`;
}

function sayNext({ variable, step }: RotationOrder, names: readonly string[]): void {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  for (const name of names) say(`${name}: ${variable}, step ${step}`);
  if (names.length === 0) say('nothing to change');
  else
    say('Restart every process that has these Secrets, one after the other, before the next step.');
  if (step === 'use' && RESEALED.includes(variable)) say('Then start the job reseal.');
}

async function rotate(): Promise<void> {
  const order = orderOf();
  const secrets = openClusterSecrets({
    url: clusterUrl(),
    namespace: given('POD_NAMESPACE'),
    tokenFile: process.env['TOKEN_FILE'] ?? TOKEN_FILE,
  });
  const held: ReadSecret[] = [];
  for (const name of given('ROTATED_SECRETS').split(',')) held.push(await secrets.read(name));
  const changes = await planRotation(order, held);
  for (const isTried of [true, false]) {
    for (const change of changes) {
      const version = held.find(({ name }) => name === change.name)?.version ?? '';
      await secrets.write({ ...change, version, mark: markOf(order), isTried });
    }
  }
  sayNext(
    order,
    changes.map(({ name }) => name),
  );
}

await rotate().catch((error: unknown) => {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  const why = cause instanceof Error ? ` (${cause.message})` : '';
  process.stderr.write(`${`${message}${why}`.replaceAll(/\s*\n\s*/gu, ' ')}\n`);
  process.exitCode = 1;
});
