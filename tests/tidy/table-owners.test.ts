import { lineAt, listProductionFiles, packageOf } from './source-files.ts';

/**
 * The one package whose SQL may name a schema. Migrations, and what adopts databases from before
 * them, name them all.
 */
const OWNERS: Readonly<Record<string, string>> = {
  identity: 'libs/identity',
  keys: 'libs/keys',
  catalog: 'libs/catalog',
  requests: 'libs/requests',
  audit: 'libs/audit',
  retention: 'libs/retention',
  webhooks: 'libs/webhooks',
  billing: 'services/billing',
  // Its tables and functions are at home in billing; the archive calls these and nothing else.
  ledger_archive: 'libs/archive',
  change: 'libs/db',
  maintenance: 'libs/db',
};

/** Reads across owners, each for a reason. */
const READS_ELSEWHERE: readonly { package: string; table: string; why: string }[] = [
  {
    package: 'libs/keys',
    table: 'identity.user_account',
    why: 'a key is checked together with its owner in one look-up',
  },
  {
    package: 'services/billing',
    table: 'catalog.price_version',
    why: 'the verifier re-rates every receipt under the price that it names',
  },
  {
    package: 'services/billing',
    table: 'requests.record',
    why: 'the verifier compares what records tell of charges with the book',
  },
  ...[
    'catalog.uplift_change',
    'catalog.uplift_user',
    'catalog.uplift_user_model',
    'catalog.model',
    'keys.api_key',
    'audit.event',
    'audit.chain',
    'audit.access_event',
    'requests.rollup',
    'requests.idempotency',
    'requests.video',
  ].map((table) => ({
    package: 'services/billing',
    table,
    why: 'the verifier compares the book with what others record of the same charges and credits',
  })),
  {
    package: 'services/billing',
    table: 'requests.operation',
    why: 'the verifier looks for dispatches without a hold',
  },
  ...['requests.batch', 'requests.batch_job', 'requests.batch_line'].map((table) => ({
    package: 'services/billing',
    table,
    why: 'the verifier looks for lines that wait at providers without a hold',
  })),
];

const SQL_TABLE =
  /\b(?:from|join|into|update|table|truncate|delete from)\s+(?:only\s+)?(identity|keys|catalog|requests|audit|retention|webhooks|billing|ledger_archive|change|maintenance)\.(\w+)/gi;

describe('table owners', () => {
  const mentions = listProductionFiles()
    .filter(({ path }) => !/^libs\/db\/src\/(?:migrations\/|before-baseline\.ts)/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(SQL_TABLE)].map((match) => ({
        path,
        line: lineAt(text, match.index),
        schema: (match[1] ?? '').toLowerCase(),
        table: `${match[1]}.${match[2]}`.toLowerCase(),
      })),
    );

  test('the check sees the SQL at all', () => {
    expect(mentions.length).toBeGreaterThan(20);
  });

  test('each schema is touched by its owner alone', () => {
    const faults = mentions
      .filter(({ path, schema }) => OWNERS[schema] !== packageOf(path))
      .filter(
        ({ path, table }) =>
          !READS_ELSEWHERE.some((read) => read.package === packageOf(path) && read.table === table),
      )
      .map(({ path, line, table }) => `${path}:${line} names ${table}`);
    expect(faults).toEqual([]);
  });

  test('SQL of tables lives in files called <entity>.queries.ts', () => {
    const faults = mentions
      .filter(({ path }) => path.startsWith('libs/') && !path.startsWith('libs/db/'))
      .filter(({ path }) => !path.endsWith('.queries.ts'))
      .map(({ path, line }) => `${path}:${line}`);
    expect(faults).toEqual([]);
  });
});
