import { Type } from 'typebox';

const closed = { additionalProperties: false } as const;
/** Any text goes: what is no id of anything is not found. */
const Id = Type.String({ maxLength: 200 });

export const UserIdParams = Type.Object({ user_id: Id }, closed);
export const UserKeyActionParams = Type.Object(
  { user_id: Id, key_id: Id, action: Type.String() },
  closed,
);
export const UserModelParams = Type.Object({ user_id: Id, model_id: Id }, closed);
export const GrantIdParams = Type.Object({ grant_id: Id }, closed);
export const CredentialIdParams = Type.Object({ credential_id: Id }, closed);
export const ModelIdParams = Type.Object({ model_id: Id }, closed);
