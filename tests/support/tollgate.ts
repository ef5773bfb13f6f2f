import { execa } from 'execa';
import { join } from 'node:path';
import { runCommand } from '../../services/cli/src/command.ts';
import type { DemoEnv } from '@tollgate/deploy/seed/demo-env';

/** What the command `tollgate` printed, and its exit code. */
export interface Ran {
  code: number | undefined;
  out: string;
  err: string;
}

/** The program of the command. */
export const TOLLGATE = join(import.meta.dirname, '../../services/cli/src/main.ts');

/** What the command needs to sign in to the demo. */
export const signInOf = (env: DemoEnv): Record<string, string> => ({
  TOLLGATE_ADMIN_URL: env.TOLLGATE_ADMIN_URL,
  TOLLGATE_ADMIN_EMAIL: env.TOLLGATE_ADMIN_EMAIL,
  TOLLGATE_ADMIN_PASSWORD: env.TOLLGATE_ADMIN_PASSWORD,
});

/** Runs the command as a process of its own, with no other environment than this. */
export const tollgateProcess = async (
  args: readonly string[],
  env: Record<string, string>,
): Promise<Ran> => {
  const options = { reject: false, env, extendEnv: false, stripFinalNewline: false } as const;
  const ran = await execa(process.execPath, [TOLLGATE, ...args], options);
  return { code: ran.exitCode, out: ran.stdout, err: ran.stderr };
};

/** Runs the command in this process. */
export const tollgate = async (
  args: readonly string[],
  env: Record<string, string>,
): Promise<Ran> => {
  const printed = { out: '', err: '' };
  const code = await runCommand({
    args,
    env,
    out: (text) => void (printed.out += text),
    err: (text) => void (printed.err += text),
  });
  return { code, ...printed };
};
