import type { RouteSettings } from '@tollgate/contract/paid-routes';
import type { ParameterRule, RequestContract } from '@tollgate/contract/request-contract';
import { HINT_PARAMETERS } from '@tollgate/contract/unknown-fields';
import { runsOn } from '@tollgate/contract/server-tools';
import { revisionOf } from '@tollgate/providers/contract/contract';

/** Contracts as they are shown, made once for each; with streams of responses, and without. */
const shown = {
  streaming: new WeakMap<RequestContract, RequestContract>(),
  whole: new WeakMap<RequestContract, RequestContract>(),
};

/**
 * A contract as every plane shows it: with what becomes of every hint and what the platform
 * decides, under a revision of its own. One function for all of them, so that its revision names
 * the same contract wherever it is read.
 */
export function shownContract(
  contract: RequestContract,
  { responsesStreaming }: RouteSettings,
): RequestContract {
  const made = responsesStreaming ? shown.streaming : shown.whole;
  const known = made.get(contract) ?? toShown(contract, responsesStreaming);
  made.set(contract, known);
  return known;
}

const DROPPED = { supported: false, ignored: true };

function toShown(contract: RequestContract, responsesStreaming: boolean): RequestContract {
  const { revision: _, ...rest } = contract;
  const hints = HINT_PARAMETERS.filter(
    (name) =>
      (contract.capability === 'chat' ||
        (contract.capability === 'embeddings' && name === 'user')) &&
      contract.parameters[name]?.supported !== true,
  );
  const dropped = hints.map((name) => [name, DROPPED]);
  const parameters = { ...contract.parameters, ...Object.fromEntries(dropped) };
  const stream = {
    supported: responsesStreaming && contract.parameters['stream']?.supported === true,
  };
  const responses =
    contract.capability === 'chat'
      ? { responses: { parameters: { stream, web_search: searchOf(contract) } } }
      : {};
  const full = { ...rest, source: rest.source ?? 'assumed', parameters, ...responses };
  return { revision: revisionOf(full), ...full };
}

/** A search of the web that reaches nothing is left out of requests to models that search none. */
function searchOf(contract: RequestContract): ParameterRule {
  return runsOn('responses', 'web_search', contract) ? { supported: true } : DROPPED;
}
