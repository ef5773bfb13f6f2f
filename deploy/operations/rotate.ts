/**
 * `node deploy/operations/rotate.ts <variable> <add|use|retire>`: reads the value that a variable
 * has now from standard input and writes the one that it should have next. Nothing is stored and
 * nothing is shown but the value itself. For a service's key both are a JSON document with
 * SERVICE_SIGNING_KEY and SERVICE_TRUST_KEYS, and `next` between `add` and `use`.
 */
import { text } from 'node:stream/consumers';
import { isStep, nextValue, SERVICE_KEY, SHARED_SECRETS } from './next-value.ts';

const USAGE = `make -s rotate SECRET=<${[...SHARED_SECRETS, SERVICE_KEY].join('|')}> STEP=<add|use|retire> < value\n`;

const [variable = '', step = ''] = process.argv.slice(2);
try {
  const isKnown = [...SHARED_SECRETS, SERVICE_KEY].some((name) => name === variable);
  if (!isStep(step) || !isKnown) throw new Error(USAGE);
  const value = (await text(process.stdin)).trim();
  process.stdout.write(`${await nextValue(variable, step, value)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
