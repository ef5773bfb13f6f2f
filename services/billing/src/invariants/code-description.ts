/** What the schema is made of after this version's migrations, by `make ledger-reference`. */
export interface LedgerReference {
  /** SHA-256 of the sources that it was made from. */
  sources: string;
  /** The major version of the PostgreSQL that it was read from. */
  server: number;
  /** SHA-256 of each repeatable file, by its path. */
  repeatables: Readonly<Record<string, string>>;
  /** SHA-256 of the definition of each object. */
  objects: Readonly<Record<string, string>>;
}

/** Where the reference is kept. */
export const REFERENCE_FILE = new URL('../ledger-reference.json', import.meta.url);

/** Rights of everybody but the owner, who is called so whatever the name. */
const rightsOf = (acl: string, owner: string): string => `(
  select string_agg(
    case when a.grantee = 0 then 'PUBLIC' else cast(pg_get_userbyid(a.grantee) as text) end
      || ' ' || a.privilege_type || case when a.is_grantable then '*' else '' end,
    ', ' order by a.grantee = 0, cast(pg_get_userbyid(a.grantee) as text), a.privilege_type)
  from aclexplode(${acl}) a where a.grantee <> ${owner})`;
const ownerOf = (owner: string, schema: string): string =>
  `case when ${owner} = ${schema}.nspowner then 'owner' else cast(pg_get_userbyid(${owner}) as text) end`;

/**
 * Every object of the schemas of money and trail, with what makes it what it is, and the functions
 * of all our schemas. Partitions come and go; the parent represents them. `is_worded`: PostgreSQL
 * words the definition, each major version differently.
 */
const DESCRIBED = `
  with home as (
    select oid, nspname, nspowner from pg_namespace where nspname in ('billing', 'ledger_archive', 'audit')
  ), relation as (
    select c.*, h.nspname, h.nspowner, h.nspname || '.' || c.relname as name
    from pg_class c join home h on h.oid = c.relnamespace
    where not c.relispartition and c.relkind in ('r', 'p', 'v', 'm', 'c', 'S', 'f')
  )
  select 'schema ' || s.nspname as object, false as is_worded,
    jsonb_build_array(${rightsOf('s.nspacl', 's.nspowner')}) as definition
  from pg_namespace s join home on home.oid = s.oid
  union all
  select 'relation ' || name, false, jsonb_build_array(relkind, relpersistence, relrowsecurity,
    relforcerowsecurity, reloptions, ${ownerOf('relowner', 'relation')},
    ${rightsOf('relacl', 'relowner')})
  from relation
  union all
  select 'column ' || name || '.' || t.attname, false, jsonb_build_array(
    format_type(t.atttypid, t.atttypmod), t.attnotnull, t.attidentity, t.attgenerated,
    ${rightsOf('t.attacl', 'relation.relowner')})
  from relation join pg_attribute t on t.attrelid = relation.oid
  where t.attnum > 0 and not t.attisdropped
  union all
  select 'default ' || name || '.' || t.attname, true,
    jsonb_build_array(pg_get_expr(d.adbin, d.adrelid))
  from relation join pg_attrdef d on d.adrelid = relation.oid
  join pg_attribute t on t.attrelid = d.adrelid and t.attnum = d.adnum
  union all
  select 'constraint ' || name || ' ' || k.conname, true,
    jsonb_build_array(pg_get_constraintdef(k.oid), k.convalidated)
  from relation join pg_constraint k on k.conrelid = relation.oid where k.contype not in ('n', 't')
  union all
  select 'index ' || cast(cast(i.indexrelid as regclass) as text), true,
    jsonb_build_array(pg_get_indexdef(i.indexrelid), i.indisvalid)
  from relation join pg_index i on i.indrelid = relation.oid
  union all
  select 'trigger ' || name || ' ' || g.tgname, true,
    jsonb_build_array(pg_get_triggerdef(g.oid), g.tgenabled)
  from relation join pg_trigger g on g.tgrelid = relation.oid where not g.tgisinternal
  union all
  select 'rule ' || name || ' ' || r.rulename, true, jsonb_build_array(pg_get_ruledef(r.oid), r.ev_enabled)
  from relation join pg_rewrite r on r.ev_class = relation.oid
  union all
  select 'policy ' || name || ' ' || y.polname, true, jsonb_build_array(y.polcmd, y.polpermissive,
    pg_get_expr(y.polqual, y.polrelid), pg_get_expr(y.polwithcheck, y.polrelid))
  from relation join pg_policy y on y.polrelid = relation.oid
  union all
  select 'rights to come ' || home.nspname || ' ' || cast(a.defaclobjtype as text), false,
    jsonb_build_array(cast(a.defaclacl as text))
  from pg_default_acl a join home on home.oid = a.defaclnamespace
  union all
  select 'event trigger ' || v.evtname, false, jsonb_build_array(v.evtevent, v.evtenabled)
  from pg_event_trigger v
  union all
  select 'function ' || format('%I.%I(%s)', s.nspname, p.proname,
      pg_get_function_identity_arguments(p.oid)), false,
    jsonb_build_array(p.prosrc, p.prokind, l.lanname, p.prosecdef, p.proleakproof, p.proisstrict,
      p.provolatile, p.proparallel, p.proconfig, pg_get_function_result(p.oid),
      pg_get_function_arguments(p.oid), ${ownerOf('p.proowner', 's')},
      ${rightsOf(`coalesce(p.proacl, acldefault('f', p.proowner))`, 'p.proowner')})
  from pg_proc p join pg_namespace s on s.oid = p.pronamespace join pg_language l on l.oid = p.prolang
  where s.nspname in ('billing', 'ledger_archive', 'audit', 'catalog', 'requests', 'keys', 'identity', 'maintenance',
    'retention', 'change')`;

/** The query of every object with the checksum of its definition: `object`, `is_worded`, `sha`. */
export const DESCRIBE_LEDGER = `
  select object, is_worded, encode(sha256(convert_to(cast(definition as text), 'UTF8')), 'hex') as sha
  from (${DESCRIBED}) described`;

/** The major version of the server, as an integer. */
export const SERVER_MAJOR = `cast(current_setting('server_version_num') as int) / 10000`;
