import { DRAINS_PER_OWNER_MAX, WHO_PAYS } from '@tollgate/contract/who-pays';
import type { Family } from '@tollgate/providers/adapter/adapter';
import { FAMILIES } from '@tollgate/providers/families';
import { table } from './table.ts';

/** The path of the page, from the root of the repository. */
export const WHO_PAYS_PAGE = 'services/docs/content/who-pays.md';

const INTRODUCTION = `# Who pays

Before a paid call is sent, credit for the most that it may cost is put on hold. When it has ended, it is charged for what was used. A charge is at most the hold, with one exception: when the
provider really used more than the hold covers, at most three times the hold is charged, from credit that is available. A charge is never more than \`X-Svc-Max-Credits\`.
A receipt says when a charge is made of our own count: \`estimated\` when the provider did not report everything, \`partial\` when the answer broke off.
`;

const FAMILIES_TEXT = `## When a caller leaves

Leaving never costs less than reading. When more may have been generated than was delivered, the answer is read to its end, so that the charge is exact. This holds for every non-streaming answer; for
a stream of a model that may reason unseen (by its contract, the requested effort and what the stream has shown); for a stream of a provider that finishes and bills an answer after the connection is
closed; and for every answer under an \`Idempotency-Key\`, which can be fetched with the same key afterwards. The gateway reads until the time of the call has run out. For one user each process reads at most ${DRAINS_PER_OWNER_MAX} such
answers at the same time, unless \`DRAINS_PER_OWNER_MAX\` says otherwise. An answer that cannot be read to its end is charged the hold: because no slot was free, because the provider was silent after content, or because the time ran out. Its
\`Idempotency-Key\` is then closed with \`idempotency_result_not_stored\`.

Every other stream is stopped at the provider at once. The prompt and the delivered text are charged: prose in Latin letters by its usual count, everything else by the most tokens that a tokenizer can make of it, which is
one token for each byte in rare scripts. To be charged the exact count, read the stream to its end.

A caller who stays connected and does not read makes the provider wait. When this took more than five seconds and the answer then breaks off, the caller counts as one who left. A caller who has
not read anything when the time of the call runs out is disconnected.

## When an answer breaks off

An answer that the provider breaks off is not the caller's fault. Before any content it costs nothing; after that the prompt and the delivered text are charged, by a likely count.
A prompt whose tokens the provider has not reported is charged by the bound that the hold was made of. Streams of Messages from Claude at \`bedrock\` report the tokens of the prompt first, as those of \`anthropic\` do.
`;

const ON_LEAVING: Record<Family['onDisconnect'], string> = {
  drain: 'always read to its end',
  abort: 'stopped, unless it may reason unseen',
};

const REPORTED: Record<Family['reportsUsage'], string> = {
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
  const providers = FAMILIES.filter(({ local }) => local === undefined).map((family) => [
    `\`${family.id}\``,
    ON_LEAVING[family.onDisconnect],
    REPORTED[family.reportsUsage],
  ]);
  return [
    INTRODUCTION,
    table(['How the call ended', 'The caller pays', 'The platform absorbs', 'Usage from'], rules),
    FAMILIES_TEXT,
    table(
      ['Family', 'A stream that its caller leaves is', 'Usage reported when it breaks off'],
      providers,
    ),
  ].join('\n');
}
