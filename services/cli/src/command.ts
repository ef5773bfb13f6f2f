import { writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { applySteps } from './apply.ts';
import type { Application, Applied } from './apply.ts';
import { findRefusals } from './dry-run.ts';
import { documentSchema, NOUNS } from './document.ts';
import type { Noun } from './document.ts';
import { exportDocument } from './export.ts';
import { CommandFault } from './faults.ts';
import { changesOf, planSteps, PRUNABLE } from './plan.ts';
import type { Intent, Prunable } from './plan.ts';
import { planFile, readPlanFile, sha256Of } from './plan-file.ts';
import { signIn, useToken } from './platform-client.ts';
import type { Session } from './platform-client.ts';
import { DOCUMENT_BYTES_MAX, readDocument } from './read-document.ts';
import { readFileUpTo, readSecret, readShort } from './secrets.ts';
import { countsOf, planText, titleOf } from './show.ts';

/** What the command says of itself. */
const USAGE = `Brings the configuration of an installation about that one YAML document describes.

  tollgate plan <file> [--prune vector_stores,aliases,models,providers] [--out <plan>] [--json]
  tollgate apply <file> [--prune vector_stores,aliases,models,providers] [--json]
  tollgate apply --plan <plan> [--json]
  tollgate export [--only ${NOUNS.join(',')}] [--out <file>]
  tollgate schema

plan ends with 0 where nothing is to be changed, with 2 where something is, with 1 on an error; the others with 0 or 1.
TOLLGATE_ADMIN_URL is the address of the internal listener; TOLLGATE_TOKEN (or TOLLGATE_TOKEN_FILE) is the token of an administrator
for machines. Without one TOLLGATE_ADMIN_EMAIL and TOLLGATE_ADMIN_PASSWORD (or TOLLGATE_ADMIN_PASSWORD_FILE) sign in.
`;

/** The exit codes, as `terraform plan -detailed-exitcode` has them. */
const EXIT = { same: 0, error: 1, changes: 2 } as const;

/** What surrounds the command. */
export interface Surroundings {
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  out: (text: string) => void;
  err: (text: string) => void;
}

/**
 * Runs the command; gives its exit code. Faults are lines on the error output, and no secret is in
 * any line.
 */
export async function runCommand(surroundings: Surroundings): Promise<number> {
  try {
    const asked = readArgs(surroundings.args);
    const command = COMMANDS[asked.command];
    if (command === undefined) {
      surroundings.err(USAGE);
      return EXIT.error;
    }
    return await command({ ...surroundings, asked });
  } catch (error) {
    if (!(error instanceof CommandFault)) throw error;
    surroundings.err(error.lines.map((line) => `${line}\n`).join(''));
    return EXIT.error;
  }
}

interface Asked {
  command: string;
  file: string | undefined;
  prune: Prunable[];
  only: Noun[];
  plan: string | undefined;
  out: string | undefined;
  json: boolean;
}

type Running = Surroundings & { asked: Asked };

const OPTIONS = {
  prune: { type: 'string' },
  only: { type: 'string' },
  plan: { type: 'string' },
  out: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

function readArgs(args: readonly string[]): Asked {
  const { values, positionals } = parsed(args);
  const [given = '', file, ...more] = positionals;
  const command = values.help === true ? 'help' : given;
  if (more.length > 0) throw new CommandFault('tollgate takes one file');
  const { plan, out, json = false } = values;
  return {
    command,
    file,
    prune: listOf('--prune', values.prune, PRUNABLE),
    only: values.only === undefined ? [...NOUNS] : listOf('--only', values.only, NOUNS),
    plan,
    out,
    json,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new CommandFault((error as Error).message.split('. ', 1)[0] ?? '');
  }
}

function listOf<Word extends string>(
  option: string,
  text: string | undefined,
  known: readonly Word[],
): Word[] {
  if (text === undefined) return [];
  return text.split(',').map((word) => {
    const found = known.find((one) => one === word);
    if (found === undefined) throw new CommandFault(`${option} takes ${known.join(', ')}`);
    return found;
  });
}

const COMMANDS: Readonly<Record<string, ((running: Running) => Promise<number>) | undefined>> = {
  plan: runPlan,
  apply: runApply,
  export: runExport,
  help: ({ out }) => {
    out(USAGE);
    return Promise.resolve(EXIT.same);
  },
  schema: ({ out }) => {
    out(`${JSON.stringify(documentSchema(), null, 2)}\n`);
    return Promise.resolve(EXIT.same);
  },
};

async function runPlan(running: Running): Promise<number> {
  const { asked, out } = running;
  if (asked.plan !== undefined) throw new CommandFault('--plan is for apply');
  const { folder, ...intent } = await readIntent(running);
  const { changes, unchecked } = await signedIn(running, async ({ platform }) => {
    const steps = await planSteps(platform, intent);
    const { faults, unchecked } = await findRefusals(platform, steps);
    if (faults.length > 0) throw intent.faultsAt(faults);
    return { changes: changesOf(steps), unchecked };
  });
  if (unchecked !== null) running.err(`not checked by the platform: ${unchecked}\n`);
  if (asked.out !== undefined) {
    const { document, prune } = intent;
    await write(asked.out, planFile({ folder, prune, changes, document }));
  }
  out(asked.json ? `${JSON.stringify({ changes, ...countsOf(changes) })}\n` : planText(changes));
  return changes.length === 0 ? EXIT.same : EXIT.changes;
}

async function runApply(running: Running): Promise<number> {
  const { asked, out } = running;
  if (asked.out !== undefined) throw new CommandFault('--out is for plan and export');
  const application =
    asked.plan === undefined ? await readIntent(running) : await readKept(running, asked.plan);
  const reported = (change: Applied['done'][number]): void => {
    if (!asked.json) out(`${titleOf(change)}\n`);
  };
  const applied = await signedIn(running, (session) => applySteps(session, application, reported));
  return reportApplied(running, applied);
}

function reportApplied({ asked, out, err }: Running, { done, undone, fault }: Applied): number {
  if (asked.json) {
    const error = fault === null ? null : fault.lines.join('\n');
    out(`${JSON.stringify({ done, undone, error })}\n`);
  } else if (fault === null) {
    const { add, change, remove } = countsOf(done);
    out(
      done.length === 0
        ? planText([])
        : `Applied: ${add} added, ${change} changed, ${remove} removed.\n`,
    );
  }
  if (fault === null) return EXIT.same;
  err(fault.lines.map((line) => `${line}\n`).join(''));
  err(`${done.length} of ${done.length + undone.length} changes were made; not made:\n`);
  err(undone.map((change) => `  ${titleOf(change)}\n`).join(''));
  return EXIT.error;
}

async function runExport(running: Running): Promise<number> {
  const { asked, out } = running;
  if (asked.file !== undefined) throw new CommandFault('export takes no file; --out names one');
  const text = await signedIn(running, ({ platform }) => exportDocument(platform, asked.only));
  if (asked.out === undefined) out(text);
  else await write(asked.out, text);
  return EXIT.same;
}

type ReadIntent = Application & { folder: string };

async function readIntent(running: Running): Promise<ReadIntent> {
  const { asked, env } = running;
  // `make plan` without FILE hands over an empty name.
  if (asked.file === undefined || asked.file === '') {
    throw new CommandFault(
      'name the file of the document: tollgate plan <file>, or make plan FILE=<file>',
    );
  }
  const text = await readFileUpTo(asked.file, DOCUMENT_BYTES_MAX);
  const folder = dirname(resolve(asked.file));
  const { document, faultsAt } = readDocument(asked.file, text);
  const intent: Intent = {
    document,
    prune: asked.prune,
    faultsAt,
    readSecret: (reference) => readSecret(reference, { folder, env }),
  };
  return { ...intent, folder, sha256: sha256Of(text), planned: null };
}

async function readKept({ asked, env }: Running, plan: string): Promise<ReadIntent> {
  if (asked.file !== undefined || asked.prune.length > 0) {
    throw new CommandFault('--plan holds the document and what is pruned; leave both out');
  }
  const { document, prune, changes, folder } = await readPlanFile(plan);
  const text = JSON.stringify(document);
  return {
    document,
    prune,
    planned: changes,
    folder,
    sha256: sha256Of(text),
    faultsAt: readDocument(plan, text).faultsAt,
    readSecret: (reference) => readSecret(reference, { folder, env }),
  };
}

async function signedIn<Result>(
  { env }: Surroundings,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const url = needed(env, 'TOLLGATE_ADMIN_URL');
  if (!URL.canParse(url)) throw new CommandFault('TOLLGATE_ADMIN_URL is no address');
  const session = await openSession(url, env);
  try {
    return await work(session);
  } finally {
    await session.signOut().catch(() => undefined);
  }
}

async function openSession(url: string, env: Surroundings['env']): Promise<Session> {
  const token = await given(env, 'TOLLGATE_TOKEN');
  if (token !== null) return useToken({ url, token });
  const email = needed(env, 'TOLLGATE_ADMIN_EMAIL');
  const password = await given(env, 'TOLLGATE_ADMIN_PASSWORD');
  return signIn({ url, email, password: password ?? needed(env, 'TOLLGATE_ADMIN_PASSWORD') });
}

/** What a variable holds, or the file that the variable with `_FILE` names; null for neither. */
async function given(env: Surroundings['env'], name: string): Promise<string | null> {
  const file = env[`${name}_FILE`];
  if (file !== undefined && file !== '') return readShort(file);
  const value = env[name];
  return value === undefined || value === '' ? null : value;
}

function needed(env: Surroundings['env'], name: string): string {
  const value = env[name];
  if (value === undefined || value === '') throw new CommandFault(`${name} is not set`);
  return value;
}

async function write(file: string, text: string): Promise<void> {
  await writeFile(file, text, { mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    throw new CommandFault(`${file} is not written (${error.code ?? error.message})`);
  });
}
