import { HEADER } from '@tollgate/contract/headers';
import { sayWhenAway } from '@tollgate/db/away';
import type { Pepper } from '@tollgate/keys/secret';
import type { VerbatimRequest } from '@tollgate/providers/adapter';
import type { MediaFetcher } from '@tollgate/providers/media-fetcher';
import { estimateInput } from '@tollgate/providers/estimate';
import { fitToContract } from '@tollgate/providers/fit-request';
import { addressesIn } from '@tollgate/structure/addresses';
import { toChatMessages } from '@tollgate/structure/messages-conversation';
import { parseCountTokensRequest } from '@tollgate/structure/parse-messages';
import { plainChatRequest } from '@tollgate/structure/plain-chat';
import { authenticate } from '../authenticate.ts';
import type { Exchange, IncomingCall, WholeAnswer } from '../call.ts';
import type { CredentialPool } from '../credential-pool.ts';
import type { Directory } from '../directory.ts';
import { assertPublicAddresses } from '../gather-media.ts';
import { assertCapability, dearestInput, withTokens } from '../plan.ts';
import { assertListed, resolve } from '../resolve.ts';
import type { Resolved } from '../resolve.ts';
import type { ReasoningSeals } from '../responses/reasoning-seal.ts';
import { toChatRequest } from './chat-request.ts';
import { contextTerms, headersWithin, readMessagesHeaders } from './headers.ts';
import { passingOf } from './passing.ts';
import { countedBeside, toolTokens } from './plan-messages.ts';
import type { PromptCounts } from './prompt-counts.ts';
import { inMessagesTerms } from './terms.ts';
import { openThoughts } from './thoughts.ts';
import { bodyToPass } from './passthrough-target.ts';

export interface CountTokensDeps {
  directory: Directory;
  mediaFetcher: MediaFetcher;
  pepper: Pepper;
  pool: CredentialPool;
  seals: ReasoningSeals;
  promptCounts: PromptCounts;
}

/**
 * `POST /v1/messages/count_tokens`: what a conversation comes to. A provider of this shape is asked for its own count; where nobody counts or the provider has no
 * count to give just now, the number is our bound, which lies a little above. A header says which. Nothing that is paid for is made of either.
 * @throws GatewayError for what the paid route would refuse for its structure or its model, and for what the provider refuses in the prompt
 */
export async function countTokens(deps: CountTokensDeps, { call, sink }: Exchange): Promise<void> {
  const header = (name: string): string | undefined => call.header(name);
  const caller = await sayWhenAway(authenticate)(deps, header, { apiKeyHeader: true });
  await call.identify(caller);
  const { asked, body, unknown } = parseCountTokensRequest(await call.readBody());
  assertPublicAddresses(deps.mediaFetcher, addressesIn(asked));
  const passed = readMessagesHeaders(header);
  const catalog = deps.directory.catalog();
  assertListed(catalog, caller, asked.model);
  const { pool, seals } = deps;
  const resolved = resolve({ catalog, pool, random: Math.random }, caller, asked.model);
  assertCapability(resolved, 'chat');
  const opened = await openThoughts(seals, asked, caller.key.ownerId);
  const { messages, origins, foreign } = toChatMessages(asked, opened);
  try {
    const plain = plainChatRequest(toChatRequest(asked, messages, resolved.contract));
    const sent = fitToContract(resolved.contract, plain);
    const beside = countedBeside(resolved, { foreign, unknown });
    const weighed = { ...sent, messages: [...sent.messages, ...beside] };
    const dearest = dearestInput(
      resolved.targets.map(({ family, endpoint }) =>
        estimateInput(weighed, family.overhead(endpoint)),
      ),
    );
    const { bound } = withTokens(dearest, toolTokens(unknown));
    const [first] = resolved.targets;
    const headers = first === undefined ? passed : headersWithin(passed, contextTerms(first));
    const request = { body: bodyToPass({ asked, body, opened }), headers };
    const told = await toldBy(deps, call, { resolved, request, ownerId: caller.key.ownerId });
    sink.send(answerOf(call, told, bound));
  } catch (error) {
    throw inMessagesTerms(error, { origins, asked });
  }
}

/** The count of the provider of the first target; null where there is none. */
async function toldBy(
  { promptCounts }: CountTokensDeps,
  call: IncomingCall,
  given: { resolved: Resolved; request: VerbatimRequest; ownerId: string },
): Promise<number | null> {
  const [target] = given.resolved.targets;
  const passing = target === undefined ? null : passingOf(target);
  if (target === undefined || passing === null) return null;
  const family = passing(given.request);
  call.awaitsProvider();
  const asked = { ownerId: given.ownerId, gone: call.gone };
  const told = await promptCounts.count({ ...target, family }, asked);
  call.hasAnswer();
  return told;
}

function answerOf({ requestId }: IncomingCall, told: number | null, bound: number): WholeAnswer {
  const countedBy = told === null ? 'bound' : 'provider';
  return {
    status: 200,
    headers: { [HEADER.requestId]: requestId, [HEADER.tokenCount]: countedBy },
    body: Buffer.from(JSON.stringify({ input_tokens: told ?? bound })),
  };
}
