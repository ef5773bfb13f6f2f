import { secretFault } from '@tollgate/runtime/secret-faults';
import type { SecretKind } from '@tollgate/runtime/secret-faults';
import {
  rotateReasoningKey,
  rotateServiceKey,
  rotateTokenKeys,
  rotateVersioned,
} from './rotation.ts';
import type { RotationStep, ServiceKeys } from './rotation.ts';

const STEPS: readonly RotationStep[] = ['add', 'use', 'retire'];

/** Whether a word is a step of a rotation. */
export const isStep = (word: string): word is RotationStep => STEPS.some((step) => step === word);

/** Variables whose value every process that has them shares. */
export const SHARED_SECRETS = [
  'KEY_PEPPER',
  'CREDENTIAL_MASTER_KEY',
  'REASONING_KEY',
  'WEBHOOK_KEY',
  'USER_TOKEN_KEY',
  'PLATFORM_TOKEN_KEY',
] as const;
/** What each service signs with; the other services trust its public half. */
export const SERVICE_KEY = 'SERVICE_SIGNING_KEY';

const KINDS: Readonly<Record<(typeof SHARED_SECRETS)[number], SecretKind>> = {
  KEY_PEPPER: 'bytes',
  CREDENTIAL_MASTER_KEY: 'key-ring',
  REASONING_KEY: 'key-ring',
  WEBHOOK_KEY: 'key-ring',
  USER_TOKEN_KEY: 'signing-keys',
  PLATFORM_TOKEN_KEY: 'signing-keys',
};

/** @throws Error when no process would take the value; the message never repeats the value */
function assertSecret(name: string, kind: SecretKind, value: string): void {
  const fault = secretFault(kind, value);
  if (fault === null) return;
  throw new Error(`The value of ${name} that was given ${fault}. Give the one that is in use now.`);
}

function readServiceKeys(value: string): ServiceKeys {
  const keys = jsonOf(value) as Partial<ServiceKeys> | null;
  const { SERVICE_SIGNING_KEY: signing = null, SERVICE_TRUST_KEYS: trust = null } = keys ?? {};
  assertSecret(SERVICE_KEY, 'signing-key', JSON.stringify(signing));
  assertSecret('SERVICE_TRUST_KEYS', 'trust-keys', JSON.stringify(trust));
  return keys as ServiceKeys;
}

/** What a text holds as JSON; null where it is none. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Gives the next value of a variable.
 * @param value as it is now; of SERVICE_SIGNING_KEY a document with SERVICE_SIGNING_KEY,
 *   SERVICE_TRUST_KEYS and maybe `next`
 * @throws Error when the variable is not one of these, the value is none that a process takes, or
 *   the step does not follow from the value
 */
export async function nextValue(
  variable: string,
  step: RotationStep,
  value: string,
): Promise<string> {
  const shared = SHARED_SECRETS.find((name) => name === variable);
  if (shared !== undefined) assertSecret(shared, KINDS[shared], value);
  switch (variable) {
    case 'KEY_PEPPER':
    case 'CREDENTIAL_MASTER_KEY':
    case 'WEBHOOK_KEY':
      return rotateVersioned(value, step);
    case 'REASONING_KEY':
      return rotateReasoningKey(value, step, new Date());
    case 'USER_TOKEN_KEY':
    case 'PLATFORM_TOKEN_KEY':
      return rotateTokenKeys(value, step);
    case SERVICE_KEY:
      return JSON.stringify(await rotateServiceKey(readServiceKeys(value), step));
    default:
      throw new Error(`SECRET is one of ${[...SHARED_SECRETS, SERVICE_KEY].join(', ')}.`);
  }
}
