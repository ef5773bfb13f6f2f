import { stringify } from 'yaml';
import { NOUNS } from './document.ts';
import type { Document, Noun } from './document.ts';
import { CommandFault } from './faults.ts';
import { exportAliases } from './nouns/aliases.ts';
import { exportLimits } from './nouns/limits.ts';
import { exportModels } from './nouns/models.ts';
import { exportPrices } from './nouns/prices.ts';
import { exportProviders } from './nouns/providers.ts';
import { exportRetention } from './nouns/retention.ts';
import { exportVectorStores } from './nouns/vector-stores.ts';
import { exportUsers } from './nouns/users.ts';
import type { Platform } from './platform-client.ts';
import { DOCUMENT_BYTES_MAX } from './read-document.ts';
import { readState } from './state.ts';
import type { State } from './state.ts';

const EXPORTERS: { [N in Noun]: (state: State) => NonNullable<Document[N]> } = {
  providers: exportProviders,
  models: exportModels,
  prices: exportPrices,
  aliases: exportAliases,
  users: exportUsers,
  limits: exportLimits,
  vector_stores: exportVectorStores,
  retention: exportRetention,
};

const HEAD = `# The configuration of a running system, as tollgate export has written it. Secrets are references: say
# where each stands before a document makes a credential anew.
`;

/**
 * The running system as a document in YAML, which plans to no change.
 * @param only the nouns to export
 * @throws CommandFault, also when the document would be longer than one may be
 */
export async function exportDocument(platform: Platform, only: readonly Noun[]): Promise<string> {
  const nouns = new Set(only);
  // Aliases and uplifts name models, limits name users.
  const state = await readState(platform, { nouns, emails: null, uplifts: null });
  const parts = NOUNS.filter((noun) => nouns.has(noun)).map((noun) => [
    noun,
    sorted(EXPORTERS[noun](state)),
  ]);
  const document = { tollgate: 1, ...Object.fromEntries(parts) };
  const text = HEAD + stringify(document, { lineWidth: 0, aliasDuplicateObjects: false });
  if (Buffer.byteLength(text) > DOCUMENT_BYTES_MAX) {
    throw new CommandFault(
      `the document would be longer than ${DOCUMENT_BYTES_MAX} bytes: export parts of it with --only`,
    );
  }
  return text;
}

/** By name, so that two exports differ where the systems do. */
function sorted<Value extends object>(named: Value): Value {
  const pairs = Object.entries(named).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(pairs) as Value;
}
