import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { rows } from './connect.ts';

/** A file of SQL that says how functions, views or triggers are, not how they came to be so. */
export interface RepeatableFile {
  /** From the root of the work tree, with slashes, such as `services/billing/sql/reserve.sql`. */
  path: string;
  text: string;
}

/** What a repeatable file has defined, as the database writes it, by its kind. */
interface Defined {
  kind: 'function' | 'view' | 'trigger';
  /** Such as `billing.uuid7(timestamp with time zone)`, and `name on table` for a trigger. */
  name: string;
}

const OWNERS = ['libs', 'services'];
const SQL_FOLDER = 'sql';

/** Every repeatable file of a work tree, or of an image, in the order of their paths. */
export function readRepeatables(
  root = join(import.meta.dirname, '..', '..', '..'),
): RepeatableFile[] {
  return OWNERS.flatMap((parent) =>
    namesIn(join(root, parent)).flatMap((owner) => {
      const folder = `${parent}/${owner}/${SQL_FOLDER}`;
      return namesIn(join(root, folder))
        .filter((name) => name.endsWith('.sql'))
        .map((name) => `${folder}/${name}`)
        .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
    }),
  ).toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** SHA-256 of a file's text. */
export function checksumOf({ text }: Pick<RepeatableFile, 'text'>): string {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * Brings functions, views and triggers into the state that the files describe: runs the files whose
 * text has changed, drops what none of them defines any more, and notes what was applied in
 * `public.schema_repeatable`. Rights of services that a changed file does not give again are gone.
 * @param trx all of it or nothing
 * @param isAll runs the unchanged files as well, which undoes changes that were made in the
 *   database by hand
 * @returns the paths of the files that were run
 * @throws Error when two files define the same
 */
export async function applyRepeatables(
  trx: Knex.Transaction,
  files: readonly RepeatableFile[],
  isAll: boolean,
): Promise<string[]> {
  const known = await rows<{ path: string; checksum: string }>(
    trx,
    'select path, checksum from public.schema_repeatable',
  );
  const checksums = new Map(known.map(({ path, checksum }) => [path, checksum]));
  const changed = files
    .filter((file) => isAll || checksums.get(file.path) !== checksumOf(file))
    .toSorted((a, b) => rankOf(a) - rankOf(b));
  const gone = known.map(({ path }) => path).filter((path) => !files.some((f) => f.path === path));
  if (changed.length === 0 && gone.length === 0) return [];
  // Files call functions of each other, whatever comes first.
  await trx.raw('set local check_function_bodies = off');
  const paths = [...changed.map(({ path }) => path), ...gone];
  const before = await definedBy(trx, paths);
  await takeRights(trx, before);
  await trx.raw('delete from public.schema_repeatable where path = any (?)', [paths]);
  const made = new Set<string>();
  for (const file of changed) {
    const defined = await run(trx, file, made);
    await trx.raw(
      `insert into public.schema_repeatable (path, checksum, defines)
       values (?, ?, cast(? as jsonb))`,
      [file.path, checksumOf(file), JSON.stringify(defined)],
    );
  }
  await drop(trx, before, made);
  return changed.map(({ path }) => path);
}

/** Views use functions, and triggers need both to be there. */
function rankOf({ path }: RepeatableFile): number {
  if (path.endsWith('/triggers.sql')) return 2;
  return path.endsWith('/views.sql') ? 1 : 0;
}

function definedBy(trx: Knex.Transaction, paths: readonly string[]): Promise<Defined[]> {
  return rows<Defined>(
    trx,
    `select d.kind, d.name from public.schema_repeatable,
       jsonb_to_recordset(defines) as d(kind text, name text)
     where path = any (cast(:paths as text[]))`,
    { paths: [...paths] },
  );
}

/**
 * The objects that were made, replaced or given rights in this transaction: each row of the
 * catalogue names the transaction that wrote the row.
 */
const WRITTEN = `
  select 'function' as kind, cast(cast(p.oid as regprocedure) as text) as name,
    cast(p.ctid as text) as version
  from pg_proc p where p.xmin = cast(pg_current_xact_id() as xid)
  union all
  select 'view', cast(cast(c.oid as regclass) as text), cast(w.ctid as text)
  from pg_class c join pg_rewrite w on w.ev_class = c.oid
  where c.relkind = 'v' and w.xmin = cast(pg_current_xact_id() as xid)
  union all
  select 'trigger', format('%I on %s', t.tgname, cast(t.tgrelid as regclass)), cast(t.ctid as text)
  from pg_trigger t where t.xmin = cast(pg_current_xact_id() as xid)
    and not t.tgisinternal and t.tgparentid = 0`;

type Written = Defined & { version: string };

/** @returns what the file has defined @throws Error when another file did before */
async function run(
  trx: Knex.Transaction,
  { path, text }: RepeatableFile,
  made: Set<string>,
): Promise<Defined[]> {
  const earlier = new Map(
    (await rows<Written>(trx, WRITTEN)).map((one) => [one.name, one.version]),
  );
  await trx.raw(text.replaceAll('?', '\\?'));
  const defined = (await rows<Written>(trx, WRITTEN))
    .filter(({ name, version }) => earlier.get(name) !== version)
    .map(({ kind, name }): Defined => ({ kind, name }));
  const twice = defined.find(({ name }) => made.has(name));
  if (twice !== undefined) throw new Error(`${path} defines ${twice.name} once more`);
  for (const { name } of defined) made.add(name);
  return defined;
}

/**
 * Takes from services what files gave them, so that nothing stays that a changed file gives no
 * more.
 */
async function takeRights(trx: Knex.Transaction, defined: readonly Defined[]): Promise<void> {
  for (const { kind, name } of defined) {
    if (kind === 'trigger') continue;
    const [catalogue, acl, type] =
      kind === 'function'
        ? ['pg_proc', 'proacl', 'regprocedure']
        : ['pg_class', 'relacl', 'regclass'];
    const holders = await rows<{ role: string }>(
      trx,
      `select distinct quote_ident(r.rolname) as role
       from ${catalogue} c, aclexplode(c.${acl}) a join pg_roles r on r.oid = a.grantee
       where c.oid = to_${type}(:name) and r.rolname like 'tollgate\\_%' and r.rolname <> current_user`,
      { name },
    );
    for (const { role } of holders) {
      await trx.raw(`revoke all on ${kind === 'function' ? 'function ' : ''}${name} from ${role}`);
    }
  }
}

/** Views use functions and triggers call them, so that functions go last. */
const DROP_ORDER: readonly Defined['kind'][] = ['trigger', 'view', 'function'];

async function drop(
  trx: Knex.Transaction,
  before: readonly Defined[],
  made: ReadonlySet<string>,
): Promise<void> {
  const left = before.filter(({ name }) => !made.has(name));
  for (const kind of DROP_ORDER) {
    for (const { name } of left.filter((one) => one.kind === kind)) {
      await trx.raw(`drop ${kind} if exists ${name}`);
    }
  }
}
