import { Type } from 'typebox';
import { closed } from '../../closed.ts';

/** Any text of any length is accepted: a text that is not an id is answered with 404. */
const Id = Type.String();

/** The path parameter of one user. */
export const UserIdParams = Type.Object({ user_id: Id }, closed);
/** The path parameters of a change of a key. */
export const UserKeyActionParams = Type.Object(
  { user_id: Id, key_id: Id, action: Type.String() },
  closed,
);
/** The path parameters of one key of one user. */
export const UserKeyParams = Type.Object({ user_id: Id, key_id: Id }, closed);
/** The path parameters of one model of one user. */
export const UserModelParams = Type.Object({ user_id: Id, model_id: Id }, closed);
/** The path parameter of one grant. */
export const GrantIdParams = Type.Object({ grant_id: Id }, closed);
/** The path parameter of one credential. */
export const CredentialIdParams = Type.Object({ credential_id: Id }, closed);
/** The path parameter of one alias: its id, never its name. */
export const AliasIdParams = Type.Object({ alias_id: Id }, closed);
/** The path parameter of one vector store. */
export const VectorStoreIdParams = Type.Object({ vector_store_id: Id }, closed);
/** The path parameter of one model: its id, never its public name, which holds a slash. */
export const ModelIdParams = Type.Object({ model_id: Id }, closed);
/** The path parameter of one category of what is kept. */
export const CategoryParams = Type.Object({ category: Id }, closed);
/** The path parameter of one purge. */
export const PurgeIdParams = Type.Object({ purge_id: Id }, closed);
/** The path parameter of one administrator. */
export const AdministratorIdParams = Type.Object({ administrator_id: Id }, closed);
/** The path parameter of one token of an administrator. */
export const TokenIdParams = Type.Object({ token_id: Id }, closed);
/** The path parameter of one lease of the configuration. */
export const LeaseIdParams = Type.Object({ lease_id: Id }, closed);
/** The path parameter of one video. */
export const VideoIdParams = Type.Object({ video_id: Id }, closed);
/** The path parameter of one batch. */
export const BatchIdParams = Type.Object({ batch_id: Id }, closed);
/** The path parameter of one spool. */
export const SpoolIdParams = Type.Object({ spool_id: Id }, closed);
/** The path parameter of one reconciliation. */
export const ReconciliationIdParams = Type.Object({ reconciliation_id: Id }, closed);
/** The path parameter of one queue of the workers. */
export const QueueParams = Type.Object({ queue: Id }, closed);
/** The path parameters of one job of a queue. */
export const JobParams = Type.Object({ queue: Id, job_id: Id }, closed);
