import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import type { Schemas } from '../shared/api/platform-client.ts';
import { Loaded } from '../shared/page-states.tsx';
import { invoices as labels } from '../shared/texts/invoices.ts';
import { AreaField, ChoiceField, TextField } from '../shared/ui/field.tsx';
import { basisPoints, explainedNames } from './explained-names.ts';
import { FormDialog } from './form-dialog.tsx';

type Format = Schemas['ReconciliationOut']['format'];
const FORMATS = Object.entries(labels.formats).map(([value, label]) => ({ value, label }));
const formatOf = (text: string): Format =>
  (Object.keys(labels.formats) as Format[]).find((one) => one === text) ?? 'openai_usage';

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

interface Asked {
  provider: string;
  format: Format;
  file: File | null;
  firstDay: string;
  lastDay: string;
  tolerance: string;
  names: string;
}

function ReportForm({ providers, close }: ReportFormProps): ReactElement {
  const queries = useQueryClient();
  const navigate = useNavigate();
  // A second press of the button must not start a second comparison.
  const [key] = useState(() => crypto.randomUUID());
  const [asked, setAsked] = useState<Asked>({
    provider: providers[0] ?? '',
    format: 'openai_usage',
    file: null,
    firstDay: '',
    lastDay: '',
    tolerance: '0.5',
    names: '',
  });
  const send = async (): Promise<void> => {
    const params = { header: { 'idempotency-key': key } };
    const body = await bodyOf(asked);
    const made = await dataOf(platform.POST('/api/platform/reconciliations', { params, body }));
    await queries.invalidateQueries({ queryKey: ['reconciliations'] });
    await navigate({ to: '/reconciliations/$id', params: { id: made.id } });
  };
  const fields = {
    asked,
    change: (changes: Partial<Asked>) => setAsked({ ...asked, ...changes }),
  };
  return (
    <FormDialog title={labels.create} action={labels.create} send={send} close={close}>
      <ReportFields providers={providers} {...fields} />
      <ComparisonFields {...fields} />
    </FormDialog>
  );
}

async function bodyOf(asked: Asked): Promise<Schemas['ReconciliationCreate']> {
  return {
    provider: asked.provider,
    format: asked.format,
    report: (await asked.file?.text()) ?? '',
    tolerance_bp: basisPoints(asked.tolerance),
    models: explainedNames(asked.names),
    ...(asked.firstDay === '' ? {} : { first_day: asked.firstDay }),
    ...(asked.lastDay === '' ? {} : { last_day: asked.lastDay }),
  };
}

interface FieldsProps {
  asked: Asked;
  change: (changes: Partial<Asked>) => void;
}

function ReportFields({
  providers,
  asked,
  change,
}: FieldsProps & { providers: readonly string[] }): ReactElement {
  return (
    <>
      <ChoiceField
        label={labels.provider}
        name="provider"
        choices={providers.map((value) => ({ value, label: value }))}
        value={asked.provider}
        required
        onChange={({ target }) => change({ provider: target.value })}
      />
      <ChoiceField
        label={labels.format}
        name="format"
        choices={FORMATS}
        value={asked.format}
        onChange={({ target }) => change({ format: formatOf(target.value) })}
      />
      <TextField
        label={labels.file}
        name="report"
        hint={labels.fileHint}
        type="file"
        accept=".csv,.json,text/csv,application/json"
        required
        onChange={({ target }) => change({ file: target.files?.[0] ?? null })}
      />
    </>
  );
}

function ComparisonFields({ asked, change }: FieldsProps): ReactElement {
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-3">
        <TextField
          label={labels.firstDay}
          name="first_day"
          type="date"
          hint={labels.daysHint}
          value={asked.firstDay}
          onChange={({ target }) => change({ firstDay: target.value })}
        />
        <TextField
          label={labels.lastDay}
          name="last_day"
          type="date"
          value={asked.lastDay}
          onChange={({ target }) => change({ lastDay: target.value })}
        />
        <TextField
          label={labels.tolerance}
          name="tolerance_bp"
          type="number"
          min={0}
          max={100}
          step={0.01}
          required
          value={asked.tolerance}
          onChange={({ target }) => change({ tolerance: target.value })}
        />
      </div>
      <AreaField
        label={labels.names}
        name="models"
        rows={3}
        placeholder={labels.namesHint}
        value={asked.names}
        onChange={({ target }) => change({ names: target.value })}
      />
    </>
  );
}
