import { WHO_PAYS } from '@tollgate/contract/who-pays';
import type { Family } from '@tollgate/providers/adapter';
import { FAMILIES } from '@tollgate/providers/families';
import { table } from './table.ts';

/** Where the page stands, from the root of the repository. */
export const WHO_PAYS_PAGE = 'services/docs/content/who-pays.md';

const INTRODUCTION = `# Who pays

Every call is held against the wallet before it is sent and charged by what was used after it has ended. A charge is never more than the hold, and never
more than \`X-Svc-Max-Credits\`. What is charged by our own count says so in its receipt: \`estimated\` when the provider did not tell everything, \`partial\` when the
answer broke off.
`;

const FAMILIES_TEXT = `## When an answer breaks off

Some providers finish and bill an answer although nobody listens any more. Theirs is read to its end, so that the charge is exact: a whole answer always, a
stream where the table says so, and every answer under an \`Idempotency-Key\`, which can be fetched with the same key afterwards. The others are stopped at
once when a caller leaves a stream. At most 64 answers a process are read to their end at the same time, and each for two minutes at most; the others are stopped too.

What is not told is estimated: the prompt by the bound that the hold was made of, the answer by the text that was delivered.
`;

const ON_LEAVING: Record<Family['onDisconnect'], string> = {
  drain: 'read to its end',
  abort: 'stopped',
};

const TOLD: Record<Family['reportsUsage'], string> = {
  at_the_end: 'nothing; both are estimated',
  prompt_first: 'the tokens of the prompt; the answer is estimated',
  with_each_piece: 'the tokens of both, so far',
};

/** The page about who pays, in Markdown. */
export function whoPaysPage(): string {
  const rules = Object.values(WHO_PAYS).map((rule) => [
    rule.outcome,
    rule.callerPays,
    rule.platformAbsorbs,
    rule.usageFrom,
  ]);
  const vendors = FAMILIES.filter(({ local }) => local === undefined).map((family) => [
    `\`${family.id}\``,
    ON_LEAVING[family.onDisconnect],
    TOLD[family.reportsUsage],
  ]);
  return [
    INTRODUCTION,
    table(['How the call ended', 'The caller pays', 'The platform absorbs', 'Usage from'], rules),
    FAMILIES_TEXT,
    table(['Family', 'A stream that its caller leaves is', 'Told when it breaks off'], vendors),
  ].join('\n');
}
