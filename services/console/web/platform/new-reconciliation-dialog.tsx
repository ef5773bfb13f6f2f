import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type {
  ReconciliationCreate,
  ReconciliationOut,
} from '@tollgate/contract/platform/reconciliations';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { textIn } from '../shared/keys/form-values.ts';
import { Loaded } from '../shared/page-states.tsx';
import { invoices as labels } from '../shared/texts/invoices.ts';
import { AreaField, ChoiceField, TextField } from '../shared/ui/field.tsx';
import { basisPoints, explainedNames } from './explained-names.ts';
import { FormDialog } from '../shared/ui/form-dialog.tsx';

type Format = ReconciliationOut['format'];
const FORMATS = Object.entries(labels.formats).map(([value, label]) => ({ value, label }));
const FORMAT_NAMES = Object.keys(labels.formats) as Format[];

/** Asks for a provider's report and has it compared. */
export function NewReconciliationDialog({ close }: { close: () => void }): ReactElement {
  const credentials = useQuery({
    queryKey: ['credentials'],
    queryFn: () => dataOf(platform.GET('/api/platform/provider-credentials')),
  });
  return (
    <Loaded query={credentials}>
      {(rows) => (
        <ReportForm providers={[...new Set(rows.map((row) => row.provider))]} close={close} />
      )}
    </Loaded>
  );
}

interface ReportFormProps {
  providers: readonly string[];
  close: () => void;
}

function ReportForm({ providers, close }: ReportFormProps): ReactElement {
  const navigate = useNavigate();
  // A second press of the button must not start a second comparison.
  const [key] = useState(() => crypto.randomUUID());
  const send = async (form: FormData): Promise<void> => {
    const params = { header: { 'idempotency-key': key } };
    const body = await bodyIn(form);
    const made = await dataOf(platform.POST('/api/platform/reconciliations', { params, body }));
    await navigate({ to: '/reconciliations/$id', params: { id: made.id } });
  };
  return (
    <FormDialog
      title={labels.create}
      action={labels.create}
      send={send}
      changed={[['reconciliations']]}
      close={close}
    >
      <ReportFields providers={providers} />
      <ComparisonFields />
    </FormDialog>
  );
}

async function bodyIn(form: FormData): Promise<ReconciliationCreate> {
  const file = form.get('report');
  const [first, last] = [textIn(form, 'first_day'), textIn(form, 'last_day')];
  return {
    provider: textIn(form, 'provider'),
    format: FORMAT_NAMES.find((one) => one === textIn(form, 'format')) ?? 'openai_usage',
    report: file instanceof File ? await file.text() : '',
    tolerance_bp: basisPoints(textIn(form, 'tolerance_bp')),
    models: explainedNames(textIn(form, 'models')),
    ...(first === '' ? {} : { first_day: first }),
    ...(last === '' ? {} : { last_day: last }),
  };
}

function ReportFields({ providers }: { providers: readonly string[] }): ReactElement {
  return (
    <>
      <ChoiceField
        label={labels.provider}
        name="provider"
        choices={providers.map((value) => ({ value, label: value }))}
        required
      />
      <ChoiceField label={labels.format} name="format" choices={FORMATS} />
      <TextField
        label={labels.file}
        name="report"
        hint={labels.fileHint}
        type="file"
        accept=".csv,.json,text/csv,application/json"
        required
      />
    </>
  );
}

function ComparisonFields(): ReactElement {
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-3">
        <TextField label={labels.firstDay} name="first_day" type="date" hint={labels.daysHint} />
        <TextField label={labels.lastDay} name="last_day" type="date" />
        <TextField
          label={labels.tolerance}
          name="tolerance_bp"
          type="number"
          min={0}
          max={100}
          step={0.01}
          required
          defaultValue="0.5"
        />
      </div>
      <AreaField label={labels.names} name="models" rows={3} placeholder={labels.namesHint} />
    </>
  );
}
