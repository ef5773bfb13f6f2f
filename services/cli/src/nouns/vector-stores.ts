import type { PlatformVectorStoreOut } from '@tollgate/contract/platform/vector-stores';
import type { Document, VectorStore } from '../document.ts';
import { CommandFault } from '../faults.ts';
import { dataOf } from '../platform-client.ts';
import type { State } from '../state.ts';
import { differences, under } from '../step.ts';
import type { FieldChange, Planning, Step, Work } from '../step.ts';

/** The reason of a change in the trail. */
const REASON = 'tollgate apply';
const NOUN = 'vector_stores';
type Known = PlatformVectorStoreOut;

/**
 * Steps to the wanted vector stores. None is changed: callers know a store by an id that would be
 * another one.
 */
export function planVectorStores(planning: Planning): Step[] {
  const { document, state, fault } = planning;
  return Object.entries(document.vector_stores ?? {}).flatMap(([name, wanted]) => {
    const path = [NOUN, name];
    const known = state.vectorStores.find(
      ({ upstream_id: id, provider }) => id === name && provider === wanted.provider,
    );
    if (!hasCredential(planning, wanted)) {
      fault({ path: [...path, 'credential'], words: 'is no credential of that provider' });
      return [];
    }
    const fields = fieldsOf(state, known, wanted);
    const [changed] = known === undefined ? [] : fields;
    if (changed !== undefined) {
      const words =
        'is different in the running system: delete the store there first; its id for callers changes';
      fault({ path: [...path, changed.field], words });
      return [];
    }
    if (fields.length === 0) return [];
    const run = (work: Work): Promise<void> => give(work, name, wanted);
    return [{ action: 'add' as const, noun: NOUN, name, path, fields, run }];
  });
}

/** Steps that take from their users the stores that a document does not name. */
export function pruneVectorStores({ document, state }: Planning): Step[] {
  return state.vectorStores
    .filter(
      ({ upstream_id: id, provider }) => under(document.vector_stores, id)?.provider !== provider,
    )
    .map(({ id, upstream_id: name }) => ({
      action: 'remove',
      noun: NOUN,
      name,
      path: [NOUN],
      fields: [],
      async run({ platform }) {
        const params = { path: { vector_store_id: id } };
        const path = '/api/platform/vector-stores/{vector_store_id}';
        await dataOf(`${NOUN} ${name}`, platform.DELETE(path, { params }));
      },
    }));
}

function hasCredential({ document, state }: Planning, { provider, credential }: VectorStore) {
  const isKnown = state.credentials.some(
    (one) => one.provider === provider && one.name === credential,
  );
  return isKnown || under(document.providers?.[provider]?.credentials, credential) !== undefined;
}

function fieldsOf(state: State, known: Known | undefined, wanted: VectorStore): FieldChange[] {
  const present = known === undefined ? undefined : shown(state, known);
  return differences([
    ['name', present?.name, wanted.name],
    ['provider', present?.provider, wanted.provider],
    ['credential', present?.credential, wanted.credential],
    ['user', present?.user, wanted.user],
  ]);
}

function shown({ credentials }: State, store: Known): VectorStore {
  const { name, provider, credential_id: credentialId, email } = store;
  const credential = credentials.find(({ id }) => id === credentialId)?.name ?? '';
  return { name, provider, credential, user: email };
}

async function give(
  { platform }: Work,
  upstreamId: string,
  { name, provider, credential, user }: VectorStore,
): Promise<void> {
  const what = `${NOUN} ${upstreamId}`;
  const all = await dataOf('providers', platform.GET('/api/platform/provider-credentials'));
  const found = all.find((one) => one.provider === provider && one.name === credential);
  if (found === undefined) throw new CommandFault(`${what}: there is no such credential`);
  const body = {
    name,
    credential_id: found.id,
    upstream_id: upstreamId,
    user_id: user,
    reason: REASON,
  };
  await dataOf(what, platform.POST('/api/platform/vector-stores', { body }));
}

/** The vector stores of the running system, as a document has them. */
export function exportVectorStores(state: State): NonNullable<Document['vector_stores']> {
  return Object.fromEntries(
    state.vectorStores.map((store) => [store.upstream_id, shown(state, store)]),
  );
}
