import type { JWK } from 'jose';
import { nextValue, SERVICE_KEY, SHARED_SECRETS } from './next-value.ts';
import { rotateServiceKey } from './rotation.ts';
import type { RotationStep } from './rotation.ts';

const TRUST = 'SERVICE_TRUST_KEYS';
/**
 * Where the private half of a service's next key waits, in the Secret of the service; no process
 * reads this.
 */
const NEXT = 'SERVICE_SIGNING_KEY_NEXT';

/** A Secret of the installation. */
export interface HeldSecret {
  name: string;
  /** The values, as processes get them. */
  data: Readonly<Record<string, string>>;
  /**
   * What the last rotation that changed this Secret was, as {@link markOf} says it; absent before
   * the first.
   */
  mark?: string | undefined;
}

/** The request for a rotation. */
export interface RotationOrder {
  variable: string;
  step: RotationStep;
  /** The service whose key is exchanged, where the variable is SERVICE_SIGNING_KEY. */
  service: string;
}

/** New values of one Secret; null takes a variable away. */
export interface SecretChange {
  name: string;
  data: Readonly<Record<string, string | null>>;
}

/** Says an order in one line, for the annotation of the Secrets that it has changed. */
export const markOf = ({ variable, step, service }: RotationOrder): string =>
  [variable, step, service].filter(Boolean).join(' ');

/**
 * Gives what has to change, in the order in which it has to be written. Where the same order was
 * broken off, this is the rest of it.
 * @throws Error when the order does not follow from what the Secrets hold
 */
export const planRotation = (
  order: RotationOrder,
  secrets: readonly HeldSecret[],
): Promise<SecretChange[]> =>
  order.variable === SERVICE_KEY ? planServiceKey(order, secrets) : planShared(order, secrets);

async function planShared(
  order: RotationOrder,
  secrets: readonly HeldSecret[],
): Promise<SecretChange[]> {
  const { variable, step } = order;
  const valueOf = ({ data }: HeldSecret): string => data[variable] ?? '';
  const holders = secrets.filter(({ data }) => data[variable] !== undefined);
  const isKnown = SHARED_SECRETS.some((name) => name === variable);
  const [first] = holders;
  if (isKnown && first === undefined) throw new Error(`No Secret has ${variable}.`);
  const changed = (those: readonly HeldSecret[], value: string): SecretChange[] =>
    those
      .filter((one) => valueOf(one) !== value)
      .map(({ name }) => ({ name, data: { [variable]: value } }));
  if (first === undefined || new Set(holders.map(valueOf)).size === 1) {
    const value = await nextValue(variable, step, first === undefined ? '' : valueOf(first));
    return changed(holders, value);
  }
  const [done, rest] = [true, false].map((isDone) =>
    holders.filter(({ mark }) => (mark === markOf(order)) === isDone),
  ) as [HeldSecret[], HeldSecret[]];
  const [finished] = done;
  const areTwo = [done, rest].every((those) => new Set(those.map(valueOf)).size === 1);
  if (finished === undefined || !areTwo) {
    const names = holders.map(({ name }) => name).join(', ');
    throw new Error(`${variable} is not the same in ${names}: make it the same first.`);
  }
  return changed(rest, valueOf(finished));
}

const holderOf = ({ kid = '' }: JWK): string => kid.split('.')[0] ?? '';
const keysOf = ({ data }: HeldSecret): JWK[] =>
  (JSON.parse(data[TRUST] ?? '{"keys":[]}') as { keys: JWK[] }).keys;
const trust = (keys: readonly JWK[]): Record<string, string> => ({
  [TRUST]: JSON.stringify({ keys }),
});

interface ServiceSecrets {
  own: HeldSecret;
  signing: JWK;
  /** Made, and not in use yet. */
  next: JWK | undefined;
  trusting: readonly HeldSecret[];
}

function secretsOfService(service: string, secrets: readonly HeldSecret[]): ServiceSecrets {
  const signers = secrets.filter(({ data }) => data[SERVICE_KEY] !== undefined);
  const read = ({ data }: HeldSecret): JWK => JSON.parse(data[SERVICE_KEY] ?? '{}') as JWK;
  const [own, ...others] = signers.filter((one) => holderOf(read(one)) === service);
  if (own === undefined || others.length > 0) {
    const known = signers.map((one) => holderOf(read(one))).join(', ');
    throw new Error(`SERVICE is one of ${known}, for ${SERVICE_KEY}.`);
  }
  const kept = own.data[NEXT];
  return {
    own,
    signing: read(own),
    next: kept === undefined ? undefined : (JSON.parse(kept) as JWK),
    trusting: secrets.filter(({ data }) => data[TRUST] !== undefined),
  };
}

async function planServiceKey(
  { step, service }: RotationOrder,
  secrets: readonly HeldSecret[],
): Promise<SecretChange[]> {
  const found = secretsOfService(service, secrets);
  if (step === 'add') return planAdd(found);
  return step === 'use' ? planUse(found) : planRetire(found);
}

/**
 * The private half is kept before anybody trusts the public one: a trusted key without it would be
 * of no use.
 */
async function planAdd({ own, signing, next, trusting }: ServiceSecrets): Promise<SecretChange[]> {
  const now = { SERVICE_SIGNING_KEY: signing, SERVICE_TRUST_KEYS: { keys: [] } };
  const fresh = next ?? (await rotateServiceKey(now, 'add')).next;
  const { d: _private, ...open } = fresh ?? {};
  const unaware = trusting.filter((one) => keysOf(one).every(({ kid }) => kid !== open.kid));
  if (next !== undefined && unaware.length === 0)
    throw new Error('Another key is there already: use it.');
  return [
    ...(next === undefined ? [{ name: own.name, data: { [NEXT]: JSON.stringify(fresh) } }] : []),
    ...unaware.map((one) => ({ name: one.name, data: trust([...keysOf(one), open]) })),
  ];
}

function planUse({ own, next, trusting }: ServiceSecrets): SecretChange[] {
  if (next === undefined) throw new Error('There is no next key: add one first.');
  const unaware = trusting.filter((one) => keysOf(one).every(({ kid }) => kid !== next.kid));
  if (unaware.length > 0) {
    const names = unaware.map(({ name }) => name).join(', ');
    throw new Error(`${names} does not have the next key: run add again.`);
  }
  return [{ name: own.name, data: { [SERVICE_KEY]: JSON.stringify(next), [NEXT]: null } }];
}

async function planRetire({ signing, next, trusting }: ServiceSecrets): Promise<SecretChange[]> {
  if (next !== undefined) throw new Error('The next key is not in use yet.');
  const changes = await Promise.all(
    trusting.map(async (one) => {
      const now = { SERVICE_SIGNING_KEY: signing, SERVICE_TRUST_KEYS: { keys: keysOf(one) } };
      const { keys } = (await rotateServiceKey(now, 'retire')).SERVICE_TRUST_KEYS;
      return keys.length === keysOf(one).length ? [] : [{ name: one.name, data: trust(keys) }];
    }),
  );
  return changes.flat();
}
