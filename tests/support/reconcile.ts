import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import type { InvoiceLine } from './demo.ts';

/** What the command that compares a provider's usage with the ledger has said. */
export interface Reconciled {
  exitCode: number | undefined;
  said: string;
}

/** The span of charges and answers that are compared, as RFC 3339. */
interface Span {
  since: string;
  until?: string;
}

/**
 * Runs the operators' command over an invoice of the fake provider.
 * @param at when all of its answers were served, since the invoice does not say
 * @param env as billing's
 */
export async function reconcile(
  invoice: readonly InvoiceLine[],
  at: string,
  { since, until }: Span,
  env: Record<string, string>,
): Promise<Reconciled> {
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-usage-'));
  try {
    const usage = join(folder, 'usage.jsonl');
    const lines = invoice.map((line) => `${JSON.stringify(usageOf(line, at))}\n`);
    await writeFile(usage, lines.join(''));
    const span = ['--since', since, ...(until === undefined ? [] : ['--until', until])];
    const ran = await execa(
      process.execPath,
      ['services/billing/src/reconcile.ts', '--usage', usage, ...span],
      { env, reject: false, all: true },
    );
    return { exitCode: ran.exitCode, said: ran.all };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function usageOf({ n, prompt_tokens, completion_tokens }: InvoiceLine, at: string): object {
  return { at, input_tokens: prompt_tokens, output_tokens: completion_tokens, id: String(n) };
}
