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

/** Chromium of `CHROMIUM` or of the machine, else unpacked from Debian's package. @throws one line that says what to install */
export async function findChromium(): Promise<DebianProgram> {
  const command = process.env['CHROMIUM'] ?? INSTALLED.find((path) => existsSync(path));
  return command === undefined ? findDebianProgram(CHROMIUM) : { command, env: {} };
}

/** Starts a browser; whoever starts one closes it. */
export async function startBrowser({ command, env }: DebianProgram): Promise<Browser> {
  return chromium.launch({
    executablePath: command,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
    env: { ...(process.env as Record<string, string>), ...env },
  });
}
