import { DRAINS_PER_OWNER_MAX, WHO_PAYS } from '@tollgate/contract/who-pays';
import type { Family } from '@tollgate/providers/adapter';
import { FAMILIES } from '@tollgate/providers/families';
import { table } from './table.ts';

/** Where the page stands, from the root of the repository. */
export const WHO_PAYS_PAGE = 'services/docs/content/who-pays.md';

const INTRODUCTION = `# Who pays

Every call is held against the wallet before it is sent and charged by what was used after it has ended. A charge is at most the hold, but for one case: a provider
that used more than the hold covers, though no more than is possible. Then at most three times the hold is charged, from what is available. A charge is never
more than \`X-Svc-Max-Credits\`. What is charged by our own count says so in its receipt: \`estimated\` when the provider did not tell everything, \`partial\` when the
answer broke off.
`;

const FAMILIES_TEXT = `## When a caller leaves

Leaving is never cheaper than reading. An answer of which more can have been made than was delivered is read to its end, so that the charge is exact: a whole answer always, a
stream of a model that may think unseen (by its contract, the effort that was asked for and what the stream has told), a stream of a provider that finishes and bills an answer although nobody
listens any more, and every answer under an \`Idempotency-Key\`, which can be fetched with the same key afterwards. It is read until the call's whole time is over, and of one user at most ${DRAINS_PER_OWNER_MAX} answers at
the same time in each process, unless \`DRAINS_PER_OWNER_MAX\` says otherwise. What cannot be read to its end is charged the hold: no slot was free, the provider was gone or silent after content, or the time was over. Under an
\`Idempotency-Key\` such a key is closed with \`idempotency_result_not_stored\`.

Every other stream is stopped at the provider at once, as a stop button should. The prompt and the text that was delivered are charged, the text by the most that a tokenizer can have made of it:
about three times the count of English prose, and one token for each byte of scripts that tokenizers know little of. Whoever wants the exact count reads on to the end.

A caller who stays connected and does not read makes the provider wait. When more than five seconds were spent on that and the answer then breaks off, the caller counts as one who left; a caller who
has not taken anything when the call's whole time is over is cut.

## When an answer breaks off

What a provider breaks off by itself is no fault of the caller: before any content it costs nothing, and after that the prompt and what was delivered, by a likely count of the whole text.
A prompt that the provider has not told is charged by the bound that the hold was made of. Messages to Claude at \`bedrock\` are told as those of \`anthropic\` are: the tokens of the prompt come first.
`;

const ON_LEAVING: Record<Family['onDisconnect'], string> = {
  drain: 'always read to its end',
  abort: 'stopped, unless it may think unseen',
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
  const providers = FAMILIES.filter(({ local }) => local === undefined).map((family) => [
    `\`${family.id}\``,
    ON_LEAVING[family.onDisconnect],
    TOLD[family.reportsUsage],
  ]);
  return [
    INTRODUCTION,
    table(['How the call ended', 'The caller pays', 'The platform absorbs', 'Usage from'], rules),
    FAMILIES_TEXT,
    table(['Family', 'A stream that its caller leaves is', 'Told when it breaks off'], providers),
  ].join('\n');
}
