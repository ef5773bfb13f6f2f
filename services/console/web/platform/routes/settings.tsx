import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { RuntimeConfig } from '@tollgate/contract/auth';
import { dataOf } from '../../shared/api/data-of.ts';
import { platform } from '../../shared/api/platform-client.ts';
import { Loaded } from '../../shared/page-states.tsx';
import { administration } from '../../shared/texts/administration.ts';
import { settingName } from '../../shared/texts/names.ts';
import { Card, PageHead } from '../../shared/ui/card.tsx';
import { Table } from '../../shared/ui/table.tsx';

const labels = administration.settings;

/** Public settings of this installation. */
export function SettingsPage(): ReactElement {
  const config = useQuery({
    queryKey: ['config'],
    queryFn: () => dataOf(platform.GET('/api/runtime/config')),
    staleTime: Infinity,
  });
  return (
    <div className="space-y-4">
      <PageHead title={labels.title} lead={labels.lead} />
      <Loaded query={config}>{(found) => <Found config={found} />}</Loaded>
    </div>
  );
}

const shown = (value: string | boolean): string => {
  if (typeof value === 'string') return value;
  return value ? labels.yes : labels.no;
};

function Found({ config }: { config: RuntimeConfig }): ReactElement {
  const links = [
    [labels.docs, config.docs_path],
    [labels.variables, `${config.docs_path}/operations-reference`],
    [labels.reference, config.openapi_path],
  ] as const;
  return (
    <>
      <Card title={labels.setting}>
        <Table
          label={labels.setting}
          rows={Object.entries(config)}
          keyOf={([name]) => name}
          columns={[
            { head: labels.setting, cell: ([name]) => settingName(name) },
            { head: labels.value, cell: ([, value]) => <code>{shown(value)}</code> },
          ]}
        />
      </Card>
      <Card title={labels.docs}>
        <ul className="list-disc pl-5 text-sm">
          {links.map(([label, to]) => (
            <li key={to}>
              <a href={to} className="inline-block py-1.5 text-accent underline">
                {label}
              </a>
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
}
