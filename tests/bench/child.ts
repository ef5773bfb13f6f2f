import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A server of the bench in a process of its own. */
export interface Child {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** Starts a script beside this file that prints `{"msg":"listening","url":…}`. */
export async function startChild(script: string, args: string[] = []): Promise<Child> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const [line] = (await Promise.race([
    once(lines, 'line'),
    once(child, 'exit').then(() => ['']),
  ])) as [string];
  if (line === '') throw new Error(`${script} did not start.`);
  const { url } = JSON.parse(line) as { url: string };
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
