import type { Client } from 'pg';

/** A table whose rows are kept; partitions are kept with their parent. */
export interface KeptTable {
  /** The name with its schema, quoted where needed. */
  name: string;
  columns: string[];
}

/** Schemas that migrations alone fill. */
const OTHER_SCHEMAS = ['pg_catalog', 'information_schema', 'pg_toast', 'maintenance'];
const MIGRATION_TABLES = ['schema_migration', 'schema_migration_lock', 'schema_repeatable'];

/** Every kept table, referenced ones before those that refer to them. */
export async function listKeptTables(client: Client): Promise<KeptTable[]> {
  const { rows: tables } = await client.query<KeptTable>(
    `select format('%I.%I', schema.nspname, class.relname) as name,
       array_agg(quote_ident(attribute.attname) order by attribute.attnum) as columns
     from pg_class class
     join pg_namespace schema on schema.oid = class.relnamespace
     join pg_attribute attribute on attribute.attrelid = class.oid
       and attribute.attnum > 0 and not attribute.attisdropped and attribute.attgenerated = ''
     where class.relkind in ('r', 'p') and not class.relispartition
       and schema.nspname <> all($1) and class.relname <> all($2)
     group by 1 order by 1`,
    [OTHER_SCHEMAS, MIGRATION_TABLES],
  );
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `select distinct format('%I.%I', a.nspname, one.relname) as "from",
       format('%I.%I', b.nspname, other.relname) as "to"
     from pg_constraint
     join pg_class one on one.oid = conrelid join pg_namespace a on a.oid = one.relnamespace
     join pg_class other on other.oid = confrelid join pg_namespace b on b.oid = other.relnamespace
     where contype = 'f' and conrelid <> confrelid
       and not one.relispartition and not other.relispartition`,
  );
  return inOrder(tables, references);
}

function inOrder(
  tables: readonly KeptTable[],
  references: readonly { from: string; to: string }[],
): KeptTable[] {
  const ordered: KeptTable[] = [];
  const placed = new Set<string>();
  const visit = (table: KeptTable, path: readonly string[]): void => {
    if (placed.has(table.name)) return;
    if (path.includes(table.name)) throw new Error(`tables refer in a circle: ${path.join(', ')}`);
    for (const { from, to } of references) {
      const before = tables.find(({ name }) => name === to);
      if (from === table.name && before !== undefined) visit(before, [...path, table.name]);
    }
    placed.add(table.name);
    ordered.push(table);
  };
  for (const table of tables) visit(table, []);
  return ordered;
}

/** Tables and partitions, all of which have triggers of their own. */
export async function listRelations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schema.nspname, class.relname) as name
     from pg_class class join pg_namespace schema on schema.oid = class.relnamespace
     where class.relkind in ('r', 'p') and schema.nspname <> all($1) and class.relname <> all($2)
     order by 1`,
    [OTHER_SCHEMAS, MIGRATION_TABLES],
  );
  return rows.map(({ name }) => name);
}

/** The last value of each sequence. */
export interface SequenceState {
  name: string;
  /** As text: it may be beyond what a number holds. Null when nothing was taken yet. */
  last: string | null;
}

/** Every sequence of the kept schemas. */
export async function listSequences(client: Client): Promise<SequenceState[]> {
  const { rows } = await client.query<SequenceState>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
     from pg_sequences where schemaname <> all($1) and sequencename not like 'schema_migration%'
     order by 1`,
    [OTHER_SCHEMAS],
  );
  return rows;
}

/** The names of the migrations that were applied, in their order. */
export async function listMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select name from schema_migration order by id',
  );
  return rows.map(({ name }) => name);
}

/**
 * How many days back the partitions of some tables begin; 0 when there is none.
 * @param span what their new partitions are; before there were years, all were days
 */
export async function oldestPartitionDays(client: Client, span: 'day' | 'year'): Promise<number> {
  const { rows } = await client.query<{ days: number | null }>(
    `select (current_date - min(to_date(
       rpad(substring(child.relname from '_(\\d{8}|\\d{4})(_from_\\d{4})?$'), 8, '01'), 'YYYYMMDD')))::int
       as days
     from maintenance.partitioned whole
     join pg_inherits on inhparent = whole.parent join pg_class child on child.oid = inhrelid
     where coalesce(to_jsonb(whole) ->> 'span', 'day') = $1`,
    [span],
  );
  return Math.max(0, rows[0]?.days ?? 0);
}

/** Tables whose partitions are years, quoted where needed. */
export async function listTablesOfYears(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schema.nspname, class.relname) as name
     from maintenance.partitioned whole join pg_class class on class.oid = whole.parent
     join pg_namespace schema on schema.oid = class.relnamespace
     where to_jsonb(whole) ->> 'span' = 'year' order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Whether the migrations of Tollgate were ever applied. */
export async function hasSchema(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    "select to_regclass('public.schema_migration') is not null as found",
  );
  return rows[0]?.found === true;
}

/**
 * Gives a kept table that the role of this connection may not read, and the role; null where it may
 * read all.
 */
export async function findUnreadable(
  client: Client,
): Promise<{ role: string; table: string } | null> {
  const { rows } = await client.query<{ role: string; table: string }>(
    `select current_user as role, format('%I.%I', schema.nspname, class.relname) as "table"
     from pg_class class join pg_namespace schema on schema.oid = class.relnamespace
     where class.relkind in ('r', 'p', 'S') and not class.relispartition
       and schema.nspname <> all($1)
       and not (has_schema_privilege(schema.oid, 'usage')
         and case when class.relkind = 'S' then has_sequence_privilege(class.oid, 'select')
           else has_table_privilege(class.oid, 'select') end)
     order by 2 limit 1`,
    [OTHER_SCHEMAS],
  );
  return rows[0] ?? null;
}
