import { HEADER } from '@tollgate/contract/headers';
import { sayWhenAway } from '@tollgate/db/away';
import type { Pepper } from '@tollgate/keys/secret';
import type { PassthroughRequest } from '@tollgate/providers/adapter/adapter';
import type { MediaFetcher } from '@tollgate/providers/engine/media-fetcher';
import { estimateInput } from '@tollgate/providers/tokens/estimate';
import { fitToContract } from '@tollgate/providers/contract/fit-request';
import { addressesIn } from '@tollgate/structure/addresses';
import { toChatMessages } from '@tollgate/structure/messages-conversation';
import { parseCountTokensRequest } from '@tollgate/structure/parse-messages';
import { plainChatRequest } from '@tollgate/structure/plain-chat';
import { authenticate } from '../caller/authenticate.ts';
import type { Exchange, IncomingCall, WholeAnswer } from '../call.ts';
import type { CredentialPool } from '../credentials/credential-pool.ts';
import type { Directory } from '../caller/directory.ts';
import { assertPublicAddresses } from '../media/gather-media.ts';
import { assertCapability, dearestInput, withTokens } from '../plan.ts';
import { assertListed, resolve } from '../catalogue/resolve.ts';
import type { Resolved } from '../catalogue/resolve.ts';
import type { ReasoningSeals } from '../seals/reasoning-seal.ts';
import { toChatRequest } from './chat-request.ts';
import { contextTerms, headersWithin, readMessagesHeaders } from './headers.ts';
import { assertMcpConnector, withServersCalled } from './mcp-servers.ts';
import { passthroughFor } from './passthrough.ts';
import { countedBeside, toolTokens } from './plan-messages.ts';
import type { PromptCounts } from './prompt-counts.ts';
import { inMessagesTerms } from './terms.ts';
import { openThinking } from './thinking.ts';
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
 * `POST /v1/messages/count_tokens`: what a conversation comes to. A provider of this shape is asked
 * for its own count; where nobody counts or the provider has no count to give just now, the number
 * is our bound, which lies a little above. A header says which. Nothing that is paid for is made of
 * either.
 * @throws GatewayError for what the paid route would refuse for its structure or its model, and for
 *   what the provider refuses in the prompt
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
  const found = resolve({ catalog, pool, random: Math.random }, caller, asked.model);
  assertCapability(found, 'chat');
  const resolved = withServersCalled({ catalog }, found, body);
  assertMcpConnector({ body, headers: passed });
  const opened = await openThinking(seals, asked, caller.key.ownerId);
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
    const reported = await reportedBy(deps, call, {
      resolved,
      request,
      ownerId: caller.key.ownerId,
    });
    sink.send(answerOf(call, reported, bound));
  } catch (error) {
    throw inMessagesTerms(error, { origins, asked });
  }
}

/** The count of the provider of the first target; null where there is none. */
async function reportedBy(
  { promptCounts }: CountTokensDeps,
  call: IncomingCall,
  given: { resolved: Resolved; request: PassthroughRequest; ownerId: string },
): Promise<number | null> {
  const [target] = given.resolved.targets;
  const passthrough = target === undefined ? null : passthroughFor(target);
  if (target === undefined || passthrough === null) return null;
  const family = passthrough(given.request);
  call.awaitsProvider();
  const asked = { ownerId: given.ownerId, gone: call.gone };
  const reported = await promptCounts.count({ ...target, family }, asked);
  call.hasAnswer();
  return reported;
}

function answerOf(
  { requestId }: IncomingCall,
  reported: number | null,
  bound: number,
): WholeAnswer {
  const countedBy = reported === null ? 'bound' : 'provider';
  return {
    status: 200,
    headers: { [HEADER.requestId]: requestId, [HEADER.tokenCount]: countedBy },
    body: Buffer.from(JSON.stringify({ input_tokens: reported ?? bound })),
  };
}
