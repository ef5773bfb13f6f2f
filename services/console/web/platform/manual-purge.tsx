import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type {
  RetentionPolicyOut,
  RetentionPurgePreview,
} from '@tollgate/contract/platform/retention';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { administration } from '../shared/texts/administration.ts';
import { categoryName } from '../shared/texts/names.ts';
import { Button } from '../shared/ui/button.tsx';
import { Card } from '../shared/ui/card.tsx';
import { Confirm } from '../shared/ui/confirm.tsx';
import { ErrorNote } from '../shared/ui/error-note.tsx';
import { Table } from '../shared/ui/table.tsx';
import { Time } from '../shared/ui/time.tsx';
import { PermittedOrReason } from './permission.tsx';

const labels = administration.retention;
/** As many characters of a digest are typed to confirm. */
const CONFIRMED = 8;
type Category = RetentionPolicyOut['category'];
type Preview = RetentionPurgePreview;

/** Counts what a purge would take, then purges exactly that. */
export function ManualPurge({ categories }: { categories: readonly Category[] }): ReactElement {
  const [chosen, choose] = useState<readonly Category[]>([]);
  const preview = useMutation({
    mutationFn: () => {
      const body = { categories: [...chosen] };
      return dataOf(platform.POST('/api/platform/retention-purge/preview', { body }));
    },
  });
  const turn = (category: Category): void => {
    preview.reset();
    choose(
      chosen.includes(category) ? chosen.filter((one) => one !== category) : [...chosen, category],
    );
  };
  return (
    <Card title={labels.purge}>
      <p className="mb-3 text-sm text-dim">{labels.purgeText}</p>
      <PermittedOrReason use="POST /api/platform/retention-purge">
        <form
          className="space-y-3"
          onSubmit={(event) => {
            event.preventDefault();
            preview.mutate();
          }}
        >
          <fieldset className="flex flex-wrap gap-x-4 gap-y-2 text-sm">
            <legend className="sr-only">{labels.category}</legend>
            {categories.map((category) => (
              <label key={category} className="flex items-center gap-2">
                <input
                  type="checkbox"
                  checked={chosen.includes(category)}
                  onChange={() => turn(category)}
                />
                {categoryName(category)}
              </label>
            ))}
          </fieldset>
          <Button type="submit" disabled={chosen.length === 0 || preview.isPending}>
            {preview.isPending ? labels.counting : labels.preview}
          </Button>
          {chosen.length === 0 && <p className="text-xs text-dim">{labels.nothing}</p>}
        </form>
        {preview.isError && <ErrorNote error={preview.error} />}
        {preview.data !== undefined && (
          <Found preview={preview.data} done={() => preview.reset()} />
        )}
      </PermittedOrReason>
    </Card>
  );
}

function Found({ preview, done }: { preview: Preview; done: () => void }): ReactElement {
  const [isSure, ask] = useState(false);
  const isEmpty = preview.categories.every(({ rows }) => rows === '0');
  return (
    <div className="mt-4 space-y-3" role="status">
      <Table
        label={labels.preview}
        rows={preview.categories}
        keyOf={({ category }) => category}
        columns={[
          { head: labels.category, cell: ({ category }) => categoryName(category) },
          { head: labels.cutoff, cell: ({ cutoff }) => <Time at={cutoff} /> },
          { head: labels.rows, isNumber: true, cell: ({ rows }) => rows },
        ]}
      />
      {isEmpty ? (
        <p className="text-sm text-dim">{labels.empty}</p>
      ) : (
        <Button look="danger" onClick={() => ask(true)}>
          {labels.start}
        </Button>
      )}
      {isSure && (
        <PurgeDialog
          preview={preview}
          close={(isStarted) => {
            ask(false);
            if (isStarted) done();
          }}
        />
      )}
    </div>
  );
}

interface PurgeDialogProps {
  preview: Preview;
  close: (isStarted: boolean) => void;
}

function PurgeDialog({ preview, close }: PurgeDialogProps): ReactElement {
  // A second press of the button must not start a second purge.
  const [key] = useState(() => crypto.randomUUID());
  const { digest, as_of: asOf, categories } = preview;
  const run = async (): Promise<void> => {
    const params = { header: { 'idempotency-key': key } };
    const body = { digest, as_of: asOf, categories: categories.map(({ category }) => category) };
    await dataOf(platform.POST('/api/platform/retention-purge', { params, body }));
    close(true);
  };
  return (
    <Confirm
      title={labels.start}
      name={digest.slice(0, CONFIRMED)}
      action={labels.start}
      run={run}
      changed={[['purges']]}
      close={() => close(false)}
    >
      <p>{labels.startText}</p>
      <p className="mt-2 break-all">
        {labels.digest}: <code>{digest}</code>
      </p>
    </Confirm>
  );
}
