import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { findDebianProgram } from './debian-program.ts';
import type { DebianProgram, ProgramSource } from './debian-program.ts';

/** Shows pages without a screen. */
const CHROMIUM: ProgramSource = {
  name: 'chromium-headless-shell',
  debian: 'chromium-headless-shell',
  path: 'usr/lib/chromium/chromium-headless-shell',
  probe: '--version',
};
const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * Chromium of `CHROMIUM` or of the machine, else unpacked from Debian's package.
 * @throws one line that says what to install
 */
async function findChromium(): Promise<DebianProgram> {
  const command = process.env['CHROMIUM'] ?? INSTALLED.find((path) => existsSync(path));
  return command === undefined ? findDebianProgram(CHROMIUM) : { command, env: {} };
}

/**
 * Where Chromium is; undefined where there is none.
 * @throws where it is needed, as in `make test-browser`
 */
export async function chromiumIfAny(): Promise<DebianProgram | undefined> {
  if (process.env['TOLLGATE_BROWSER'] === 'needed') return findChromium();
  return findChromium().catch(() => undefined);
}

/** Starts a browser; whoever starts one closes it. */
export async function startBrowser({ command, env }: DebianProgram): Promise<Browser> {
  const own = { ...process.env, ...env } as Record<string, string>;
  const args = ['--no-sandbox', '--disable-dev-shm-usage'];
  return chromium.launch({ executablePath: command, args, env: own });
}
