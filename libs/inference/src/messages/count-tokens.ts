import { HEADER } from '@tollgate/contract/headers';
import { sayWhenAway } from '@tollgate/db/away';
import type { Pepper } from '@tollgate/keys/secret';
import { estimateInput } from '@tollgate/providers/estimate';
import { fitToContract } from '@tollgate/providers/fit-request';
import { toChatMessages } from '@tollgate/structure/messages-conversation';
import { parseCountTokensRequest } from '@tollgate/structure/parse-messages';
import { plainChatRequest } from '@tollgate/structure/plain-chat';
import { authenticate } from '../authenticate.ts';
import type { Exchange } from '../call.ts';
import type { CredentialPool } from '../credential-pool.ts';
import type { Directory } from '../directory.ts';
import { assertCapability, dearestInput } from '../plan.ts';
import { assertListed, resolve } from '../resolve.ts';
import type { ReasoningSeals } from '../responses/reasoning-seal.ts';
import { toChatRequest } from './chat-request.ts';
import { readMessagesHeaders } from './headers.ts';
import { countedBeside } from './plan-messages.ts';
import { inMessagesTerms } from './terms.ts';
import { openThoughts } from './thoughts.ts';

export interface CountTokensDeps {
  directory: Directory;
  pepper: Pepper;
  pool: CredentialPool;
  seals: ReasoningSeals;
}

/**
 * `POST /v1/messages/count_tokens`: what a conversation comes to, by our own count. No provider is asked, so the number is a bound that lies a little above
 * the provider's count; a header says so.
 * @throws GatewayError for what the paid route would refuse for its structure or its model
 */
export async function countTokens(deps: CountTokensDeps, { call, sink }: Exchange): Promise<void> {
  const header = (name: string): string | undefined => call.header(name);
  const caller = await sayWhenAway(authenticate)(deps, header, { apiKeyHeader: true });
  await call.identify(caller);
  const { asked, beyond } = parseCountTokensRequest(await call.readBody());
  readMessagesHeaders(header);
  const catalog = deps.directory.catalog();
  assertListed(catalog, caller, asked.model);
  const { pool, seals } = deps;
  const resolved = resolve({ catalog, pool, random: Math.random }, caller, asked.model);
  assertCapability(resolved, 'chat');
  const opened = await openThoughts(seals, asked, caller.key.ownerId);
  const { messages, origins, foreign } = toChatMessages(asked, opened);
  try {
    const request = plainChatRequest(toChatRequest(asked, messages, resolved.contract));
    const sent = fitToContract(resolved.contract, request);
    const beside = countedBeside(resolved, { foreign, beyond });
    const weighed = { ...sent, messages: [...sent.messages, ...beside] };
    const { bound } = dearestInput(
      resolved.ways.map(({ family, target }) => estimateInput(weighed, family.overhead(target))),
    );
    const body = Buffer.from(JSON.stringify({ input_tokens: bound }));
    const headers = { [HEADER.requestId]: call.requestId, [HEADER.tokenCount]: 'bound' };
    sink.send({ status: 200, headers, body });
  } catch (error) {
    throw inMessagesTerms(error, { origins });
  }
}
