import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { ProviderFamilyOut } from '@tollgate/contract/platform/credentials';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { Loaded } from '../shared/page-states.tsx';
import { textIn } from '../shared/keys/form-values.ts';
import { texts } from '../shared/texts/platform.ts';
import { ChoiceField, TextField } from '../shared/ui/field.tsx';
import { CredentialFields, fieldsOf, filledIn } from './credential-fields.tsx';
import { FormDialog } from '../shared/ui/form-dialog.tsx';
import { providerFamilies } from './queries.ts';

const labels = texts.providers;
type Family = ProviderFamilyOut;

/** Adds a credential; its fields are those of the chosen family. */
export function NewCredentialDialog({ close }: { close: () => void }): ReactElement {
  const families = useQuery(providerFamilies);
  return <Loaded query={families}>{(list) => <Form families={list} close={close} />}</Loaded>;
}

function Form({
  families,
  close,
}: {
  families: readonly Family[];
  close: () => void;
}): ReactElement {
  const [chosen, choose] = useState(families[0]?.id ?? '');
  const [values, setValues] = useState<Record<string, string>>({});
  const family = families.find(({ id }) => id === chosen);
  const fields = family === undefined ? [] : fieldsOf(family);
  const send = (form: FormData): Promise<unknown> => {
    const [provider, address] = [textIn(form, 'provider'), textIn(form, 'base_url')];
    const proxy = textIn(form, 'proxy_url');
    const body = {
      family: chosen,
      name: textIn(form, 'name'),
      ...(provider === '' ? {} : { provider }),
      ...(address === '' ? {} : { base_url: address }),
      ...(proxy === '' ? {} : { proxy_url: proxy }),
      credential: filledIn(values, fields),
    };
    return dataOf(platform.POST('/api/platform/provider-credentials', { body }));
  };
  return (
    <FormDialog
      title={labels.add}
      action={labels.add}
      send={send}
      changed={[['credentials']]}
      close={close}
    >
      <ChoiceField
        label={labels.family}
        name="family"
        choices={families.map(({ id, label }) => ({ value: id, label }))}
        value={chosen}
        onChange={(event) => choose(event.target.value)}
      />
      <GeneralFields family={family} />
      <CredentialFields fields={fields} values={values} change={setValues} />
      <TextField
        label={labels.optional(labels.proxy)}
        name="proxy_url"
        hint={labels.proxyHint}
        autoComplete="off"
      />
    </FormDialog>
  );
}

function GeneralFields({ family }: { family: Family | undefined }): ReactElement {
  return (
    <>
      <TextField
        label={labels.name}
        name="name"
        hint={labels.nameHint}
        required
        autoComplete="off"
      />
      {family?.provider === null && (
        <TextField
          label={labels.provider}
          name="provider"
          hint={labels.providerHint}
          required
          autoComplete="off"
        />
      )}
      <TextField
        label={labels.address}
        name="base_url"
        type="url"
        required={family?.base_url === null}
        hint={family?.base_url === null ? undefined : labels.addressHint}
        placeholder={family?.base_url ?? ''}
        autoComplete="off"
      />
    </>
  );
}
