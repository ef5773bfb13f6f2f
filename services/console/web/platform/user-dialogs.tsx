import { useState } from 'react';
import type { ReactElement } from 'react';
import type {
  PlatformOrganizationUpdate,
  PlatformUserOut,
} from '@tollgate/contract/platform/users';
import type { ApiKeyOut } from '@tollgate/contract/keys';
import type { ApiKeyCreated } from '@tollgate/contract/keys';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { numberIn, textIn } from '../shared/keys/form-values.ts';
import { KeyFields, keyIn } from '../shared/keys/key-fields.tsx';
import { LimitFields, limitsIn } from '../shared/keys/limit-fields.tsx';
import { MadeKey } from '../shared/keys/made-key.tsx';
import { keyLabels } from '../shared/texts/keys.ts';
import { common } from '../shared/texts/common.ts';
import { limitTexts as labels } from '../shared/texts/limits.ts';
import { quotaTexts } from '../shared/texts/quota.ts';
import { TextField } from '../shared/ui/field.tsx';
import { FormDialog } from '../shared/ui/form-dialog.tsx';
import { ZoneField } from '../shared/ui/zone-field.tsx';

const NAME_CHARACTERS_MAX = 100;
const pathOf = (userId: string) => ({ path: { user_id: userId } });

interface UserDialogProps {
  user: PlatformUserOut;
  close: () => void;
}

/**
 * Changes the name, the address, the ceiling of output tokens and the quota time zone of a user;
 * what is not touched is not sent.
 */
export function ChangeUserDialog({ user, close }: UserDialogProps): ReactElement {
  const send = async (form: FormData): Promise<void> => {
    const body = changesIn(form, user);
    if (Object.keys(body).length === 0) return;
    const params = pathOf(user.id);
    await dataOf(platform.PATCH('/api/platform/users/{user_id}', { params, body }));
  };
  return (
    <FormDialog
      title={labels.changeTitle}
      action={common.save}
      send={send}
      changed={[['user', user.id]]}
      close={close}
    >
      <TextField
        label={keyLabels.name}
        name="name"
        required
        maxLength={NAME_CHARACTERS_MAX}
        autoComplete="off"
        defaultValue={user.name}
      />
      <TextField
        label={labels.email}
        name="email"
        type="email"
        hint={labels.emailHint}
        required
        autoComplete="off"
        defaultValue={user.email}
      />
      <TextField
        label={keyLabels.limitNames.max_output_tokens}
        name="max_output_tokens"
        type="number"
        min={1}
        hint={labels.outputHint}
        defaultValue={user.max_output_tokens ?? ''}
      />
      <ZoneField
        label={quotaTexts.zone}
        name="quota_time_zone"
        hint={quotaTexts.hint}
        defaultValue={user.quota.time_zone}
      />
    </FormDialog>
  );
}

function changesIn(form: FormData, user: PlatformUserOut): PlatformOrganizationUpdate {
  const [name, email] = [textIn(form, 'name'), textIn(form, 'email')];
  const ceiling = numberIn(form, 'max_output_tokens');
  const zone = textIn(form, 'quota_time_zone');
  return {
    ...(name === user.name ? {} : { name }),
    ...(email === user.email ? {} : { email }),
    ...(zone === user.quota.time_zone ? {} : { quota_time_zone: zone }),
    ...(ceiling === user.max_output_tokens ? {} : { max_output_tokens: ceiling }),
  };
}

/** Sets what all keys of a user may use together. */
export function UserLimitsDialog({ user, close }: UserDialogProps): ReactElement {
  const send = (form: FormData): Promise<unknown> => {
    const params = pathOf(user.id);
    const body = limitsIn(form);
    return dataOf(platform.PUT('/api/platform/users/{user_id}/limits', { params, body }));
  };
  return (
    <FormDialog
      title={labels.ofUser}
      action={labels.set}
      send={send}
      changed={[['user', user.id]]}
      close={close}
    >
      <p className="text-sm text-dim">{labels.ofUserText}</p>
      <LimitFields limits={user.limits} isWhole />
    </FormDialog>
  );
}

interface KeyLimitsDialogProps {
  userId: string;
  apiKey: ApiKeyOut;
  close: () => void;
}

/** Sets what one key may use, beside what its owner has set. */
export function KeyLimitsDialog({ userId, apiKey, close }: KeyLimitsDialogProps): ReactElement {
  const send = (form: FormData): Promise<unknown> => {
    const params = { path: { user_id: userId, key_id: apiKey.id } };
    const body = limitsIn(form);
    const route = '/api/platform/users/{user_id}/keys/{key_id}/limits';
    return dataOf(platform.PUT(route, { params, body }));
  };
  return (
    <FormDialog
      title={labels.ofKey(apiKey.name)}
      action={labels.set}
      send={send}
      changed={[['user', userId, 'keys']]}
      close={close}
    >
      <p className="text-sm text-dim">{labels.ofKeyText}</p>
      <LimitFields limits={apiKey.platform_limits} isWhole />
    </FormDialog>
  );
}

interface NewUserKeyDialogProps {
  userId: string;
  close: () => void;
}

/**
 * Makes a key for a user, and shows its secret this once: it is in the memory of this dialog and
 * nowhere else.
 */
export function NewUserKeyDialog({ userId, close }: NewUserKeyDialogProps): ReactElement {
  const [secret, setSecret] = useState<string>();
  if (secret !== undefined) return <MadeKey secret={secret} close={close} />;
  const send = (form: FormData): Promise<ApiKeyCreated> => {
    const params = pathOf(userId);
    return dataOf(
      platform.POST('/api/platform/users/{user_id}/keys', { params, body: keyIn(form) }),
    );
  };
  return (
    <FormDialog
      title={labels.create}
      action={labels.create}
      send={send}
      changed={[['user', userId, 'keys']]}
      sent={(made) => setSecret(made.secret)}
      close={close}
    >
      <p className="text-sm text-dim">{labels.createText}</p>
      <KeyFields of={undefined} />
    </FormDialog>
  );
}
