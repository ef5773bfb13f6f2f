import { readFileSync } from 'node:fs';
import { MIGRATIONS } from '@tollgate/db/migrations';
import { DESCRIBE_LEDGER, REFERENCE_FILE, SERVER_MAJOR } from './code-description.ts';
import type { LedgerReference } from './code-description.ts';
import type { Invariant } from './scope.ts';

const reference = JSON.parse(readFileSync(REFERENCE_FILE, 'utf8')) as LedgerReference;
const OWN_STEPS = MIGRATIONS.map(({ name }) => `'${name}'`).join(', ');
const textOf = (value: unknown): string => `'${JSON.stringify(value).replaceAll("'", "''")}'`;

/**
 * The code of the ledger and everything that guards it, against what the migrations of this version
 * make.
 */
export const CODE_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I32',
    invariant: 'Functions, guards and rights of the ledger are those that its migrations made',
    notCompared: `select 'the schema is not of this version: ' || string_agg(name, ', ') as reason
      from (
        select 'it has ' || name as name from public.schema_migration where name not in (${OWN_STEPS})
        union all
        select 'it lacks ' || own.name from unnest(array[${OWN_STEPS}]) as own (name)
        where own.name not in (select name from public.schema_migration)
        union all
        select 'it has another ' || coalesce(applied.path, own.key)
        from public.schema_repeatable applied
        full join jsonb_each_text(cast(${textOf(reference.repeatables)} as jsonb)) own
          on own.key = applied.path
        where own.value is distinct from applied.checksum
      ) steps having count(*) > 0`,
    sql: () => `select coalesce(known.key, found.object) as object,
        case when known.key is null then 'is not of the ledger' when found.object is null then 'is gone'
          else 'was changed' end as fault
      from jsonb_each_text(cast(${textOf(reference.objects)} as jsonb)) known
      full join (${DESCRIBE_LEDGER}) found on found.object = known.key
      where known.value is distinct from found.sha
        and (found.object is null or not found.is_worded or ${SERVER_MAJOR} = ${reference.server})`,
  },
];
