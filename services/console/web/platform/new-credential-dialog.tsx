import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import type { Schemas } from '../shared/api/platform-client.ts';
import { Loaded } from '../shared/page-states.tsx';
import { texts } from '../shared/texts/platform.ts';
import { ChoiceField, TextField } from '../shared/ui/field.tsx';
import { CredentialFields, fieldsOf, filledIn } from './credential-fields.tsx';
import { FormDialog } from './form-dialog.tsx';
import { providerFamilies } from './queries.ts';

const labels = texts.providers;
type Family = Schemas['ProviderFamilyOut'];

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
  const queries = useQueryClient();
  const [chosen, choose] = useState(families[0]?.id ?? '');
  const [general, setGeneral] = useState<General>({ name: '', provider: '', address: '' });
  const [values, setValues] = useState<Record<string, string>>({});
  const family = families.find(({ id }) => id === chosen);
  const fields = family === undefined ? [] : fieldsOf(family);
  const send = async (): Promise<void> => {
    const credential = filledIn(values, fields);
    const { name, provider, address } = filledIn({ ...general }, [
      { name: 'name' },
      { name: 'provider' },
      { name: 'address' },
    ]);
    const body = {
      family: chosen,
      name: name ?? '',
      ...(provider === undefined ? {} : { provider }),
      ...(address === undefined ? {} : { base_url: address }),
      credential,
    };
    await dataOf(platform.POST('/api/platform/provider-credentials', { body }));
    await queries.invalidateQueries({ queryKey: ['credentials'] });
  };
  return (
    <FormDialog title={labels.add} action={labels.add} send={send} close={close}>
      <ChoiceField
        label={labels.family}
        name="family"
        choices={families.map(({ id, label }) => ({ value: id, label }))}
        value={chosen}
        onChange={(event) => choose(event.target.value)}
      />
      <GeneralFields family={family} general={general} change={setGeneral} />
      <CredentialFields fields={fields} values={values} change={setValues} />
    </FormDialog>
  );
}

interface General {
  name: string;
  provider: string;
  address: string;
}

function GeneralFields({
  family,
  general,
  change,
}: {
  family: Family | undefined;
  general: General;
  change: (general: General) => void;
}): ReactElement {
  const enter = (name: keyof General, value: string): void => change({ ...general, [name]: value });
  return (
    <>
      <TextField
        label={labels.name}
        name="name"
        hint={labels.nameHint}
        required
        autoComplete="off"
        value={general.name}
        onChange={(event) => enter('name', event.target.value)}
      />
      {family?.provider === null && (
        <TextField
          label={labels.provider}
          name="provider"
          hint={labels.providerHint}
          required
          autoComplete="off"
          value={general.provider}
          onChange={(event) => enter('provider', event.target.value)}
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
        value={general.address}
        onChange={(event) => enter('address', event.target.value)}
      />
    </>
  );
}
