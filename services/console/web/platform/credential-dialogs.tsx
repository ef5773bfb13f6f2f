import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { ProviderCredentialOut } from '@tollgate/contract/platform/credentials';
import type { PlatformProviderCredentialUpdate } from '@tollgate/contract/platform/credentials';
import { dataOf } from '../shared/api/data-of.ts';
import { asFailure } from '../shared/api/failure.ts';
import { platform } from '../shared/api/platform-client.ts';
import { Loaded } from '../shared/page-states.tsx';
import { callTimes } from '../shared/texts/call-times.ts';
import { common } from '../shared/texts/common.ts';
import { texts } from '../shared/texts/platform.ts';
import { Confirm } from '../shared/ui/confirm.tsx';
import { TextField } from '../shared/ui/field.tsx';
import { CredentialFields, fieldsOf, filledIn } from './credential-fields.tsx';
import { FormDialog } from '../shared/ui/form-dialog.tsx';
import { providerFamilies } from './queries.ts';
import { givenTimes, TimeFields, typedTimes } from './time-fields.tsx';

const labels = texts.providers;
const CONFLICT = 409;
type Credential = ProviderCredentialOut;

interface CredentialDialogProps {
  credential: Credential;
  close: () => void;
}

const CHANGED = [['credentials']];
const pathOf = ({ id }: Credential) => ({ path: { credential_id: id } });

const change = (credential: Credential, body: PlatformProviderCredentialUpdate): Promise<unknown> =>
  dataOf(
    platform.PATCH('/api/platform/provider-credentials/{credential_id}', {
      params: pathOf(credential),
      body,
    }),
  );

/** Replaces the secret of a credential. */
export function ReplaceDialog(props: CredentialDialogProps): ReactElement {
  const families = useQuery(providerFamilies);
  return (
    <Loaded query={families}>
      {(list) => (
        <ReplaceForm
          {...props}
          fields={list.flatMap((family) =>
            family.id === props.credential.family ? fieldsOf(family) : [],
          )}
        />
      )}
    </Loaded>
  );
}

interface ReplaceFormProps extends CredentialDialogProps {
  fields: ReturnType<typeof fieldsOf>;
}

function ReplaceForm({ credential, fields, close }: ReplaceFormProps): ReactElement {
  const [values, setValues] = useState<Record<string, string>>({});
  const [typed, setTyped] = useState('');
  const { name, last4 } = credential;
  const send = (): Promise<unknown> => change(credential, { credential: filledIn(values, fields) });
  return (
    <FormDialog
      title={labels.replaceTitle(name)}
      action={labels.replace}
      isReady={typed === name}
      send={send}
      changed={CHANGED}
      close={close}
    >
      <p className="text-sm">{labels.replaceText(last4)}</p>
      <CredentialFields fields={fields} values={values} change={setValues} />
      <TextField
        label={common.nameToConfirm(name)}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  );
}

/** Sets how long calls with a credential may take. */
export function TimesDialog({ credential, close }: CredentialDialogProps): ReactElement {
  const [times, setTimes] = useState(typedTimes(credential));
  const send = (): Promise<unknown> => change(credential, givenTimes(times));
  return (
    <FormDialog
      title={callTimes.title(credential.name)}
      action={callTimes.save}
      send={send}
      changed={CHANGED}
      close={close}
    >
      <p className="text-sm text-dim">{callTimes.text}</p>
      <TimeFields of="credential" typed={times} change={setTimes} />
    </FormDialog>
  );
}

/** Sets the proxy of a credential, or takes it away. */
export function ProxyDialog({ credential, close }: CredentialDialogProps): ReactElement {
  const shown = credential.proxy_url ?? '';
  const [typed, setTyped] = useState(shown);
  const url = typed.trim();
  const send = (): Promise<unknown> => change(credential, { proxy_url: url === '' ? null : url });
  return (
    <FormDialog
      title={labels.proxyTitle(credential.name)}
      action={labels.proxySave}
      isReady={url !== shown}
      send={send}
      changed={CHANGED}
      close={close}
    >
      <p className="text-sm text-dim">{labels.proxyText}</p>
      <TextField
        label={labels.proxy}
        name="proxy_url"
        hint={labels.proxyHint}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  );
}

/** Deletes a credential; asks once more where models would be left that nobody else serves. */
export function DeleteDialog({ credential, close }: CredentialDialogProps): ReactElement {
  const [isLast, setLast] = useState(false);
  const [accepts, accept] = useState(false);
  const { name } = credential;
  const run = async (): Promise<void> => {
    const params = pathOf(credential);
    const body = { confirm_name: name, ...(accepts ? { accept_unroutable_models: true } : {}) };
    try {
      await dataOf(
        platform.DELETE('/api/platform/provider-credentials/{credential_id}', { params, body }),
      );
    } catch (failure) {
      setLast(asFailure(failure).status === CONFLICT);
      throw failure;
    }
  };
  return (
    <Confirm
      title={labels.deleteTitle(name)}
      name={name}
      action={labels.delete}
      run={run}
      changed={[...CHANGED, ['models']]}
      close={close}
    >
      <p>{labels.deleteText}</p>
      {isLast && (
        <label className="mt-3 flex min-h-7 items-center gap-2">
          <input
            type="checkbox"
            className="size-6"
            checked={accepts}
            onChange={(event) => accept(event.target.checked)}
          />
          {labels.deleteLast}
        </label>
      )}
    </Confirm>
  );
}
