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

/**
 * Gives the next value of a variable.
 * @param value as it is now; of SERVICE_SIGNING_KEY a document with SERVICE_SIGNING_KEY, SERVICE_TRUST_KEYS and maybe `next`
 * @throws Error when the variable is not one of these or the step does not follow from the value
 */
export async function nextValue(
  variable: string,
  step: RotationStep,
  value: string,
): Promise<string> {
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
      return JSON.stringify(await rotateServiceKey(JSON.parse(value) as ServiceKeys, step));
    default:
      throw new Error(`SECRET is one of ${[...SHARED_SECRETS, SERVICE_KEY].join(', ')}.`);
  }
}
