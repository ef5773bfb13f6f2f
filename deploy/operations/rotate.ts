/**
 * `node deploy/operations/rotate.ts <variable> <add|use|retire>`: reads the value that a variable has now from standard input and writes the
 * one that it should have next. Nothing is stored and nothing is shown but the value itself. For a service's key both are a JSON
 * document with SERVICE_SIGNING_KEY and SERVICE_TRUST_KEYS, and `next` between `add` and `use`.
 */
import { text } from 'node:stream/consumers';
import {
  rotateReasoningKey,
  rotateServiceKey,
  rotateTokenKeys,
  rotateVersioned,
  type RotationStep,
} from './rotation.ts';
import type { ServiceKeys } from './rotation.ts';

const STEPS: readonly string[] = ['add', 'use', 'retire'];
const USAGE =
  'make -s rotate SECRET=<KEY_PEPPER|CREDENTIAL_MASTER_KEY|REASONING_KEY|WEBHOOK_KEY|USER_TOKEN_KEY|PLATFORM_TOKEN_KEY|SERVICE_SIGNING_KEY> STEP=<add|use|retire> < value\n';

const next = async (variable: string, step: RotationStep, value: string): Promise<string> => {
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
    case 'SERVICE_SIGNING_KEY':
      return JSON.stringify(await rotateServiceKey(JSON.parse(value) as ServiceKeys, step));
    default:
      throw new Error(USAGE);
  }
};

const [variable = '', step = ''] = process.argv.slice(2);
try {
  if (!STEPS.includes(step)) throw new Error(USAGE);
  const value = (await text(process.stdin)).trim();
  process.stdout.write(`${await next(variable, step as RotationStep, value)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
