import type { Invariant } from './scope.ts';

/**
 * What providers of managed PostgreSQL call the roles that they keep for themselves (Amazon RDS and
 * Aurora, Google Cloud SQL and AlloyDB, Azure). They are there before an installation is: a role of
 * such a name that is younger than the owner of the schemas is somebody else's.
 */
const PROVIDER_ROLES = [
  'rdsadmin',
  'rds_superuser',
  'rds_replication',
  'rdsrepladmin',
  'cloudsqladmin',
  'cloudsqlsuperuser',
  'cloudsqlagent',
  'cloudsqlreplica',
  'cloudsqlimportexport',
  'alloydbadmin',
  'alloydbsuperuser',
  'alloydbreplica',
  'azuresu',
  'azure_superuser',
  'azure_pg_admin',
]
  .map((name) => `'${name}'`)
  .join(', ');

/** The superuser that made the cluster has this number in every PostgreSQL. */
const BOOTSTRAP = 10;
const OWNER = `(select nspowner from pg_namespace where nspname = 'billing')`;
const HOMES = `('billing', 'ledger_archive', 'audit', 'catalog', 'requests', 'keys', 'identity', 'maintenance', 'retention', 'change')`;
/** The tables that the verifier compares the ledger with: rows are added and never changed. */
const WITNESSES = `('catalog.price_version', 'catalog.uplift_change', 'requests.record', 'audit.access_event', 'audit.event')`;
const nameOf = (role: string): string =>
  `case when ${role} = 0 then 'PUBLIC' else cast(pg_get_userbyid(${role}) as text) end`;

/** Roles that may do anything by themselves, and those that lead to writing. */
const POWERFUL = `(
  select oid from pg_roles
  where rolsuper or rolcreaterole or rolreplication or rolbypassrls or oid = ${OWNER}
    or rolname like 'tollgate\\_%'
    or rolname in ('pg_write_all_data', 'pg_write_server_files', 'pg_execute_server_program'))`;

/**
 * Those who may: the owner, who made the cluster, whose database it is, and whom the operator has
 * named.
 */
export const TRUSTED_ROLES = `(
  select oid from pg_roles
  where oid in (${BOOTSTRAP}, ${OWNER}) or rolname = any (string_to_array(:trusted_roles, ','))
    or rolname in (${PROVIDER_ROLES}) and oid < ${OWNER})`;

/** Rights on tables, columns, schemas and functions of ours, of everybody but their owners. */
const RIGHTS = `
  select n.nspname || '.' || c.relname as what, c.relname, n.nspname, a.grantee, a.privilege_type
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  cross join lateral aclexplode(c.relacl) a where n.nspname in ${HOMES} and a.grantee <> c.relowner
  union all
  select n.nspname || '.' || c.relname || '.' || t.attname, c.relname, n.nspname, a.grantee, a.privilege_type
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute t on t.attrelid = c.oid cross join lateral aclexplode(t.attacl) a
  where n.nspname in ${HOMES} and a.grantee <> c.relowner
  union all
  select 'schema ' || n.nspname, null, n.nspname, a.grantee, a.privilege_type
  from pg_namespace n cross join lateral aclexplode(n.nspacl) a
  where n.nspname in ${HOMES} and a.grantee <> n.nspowner and a.privilege_type = 'CREATE'
  union all
  select cast(cast(p.oid as regprocedure) as text), null, n.nspname, a.grantee, a.privilege_type
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  cross join lateral aclexplode(p.proacl) a
  where n.nspname in ${HOMES} and p.prosecdef and a.grantee <> p.proowner`;

/** Everything of ours, and who owns it. */
const OWNED = `
  select n.nspname || '.' || c.relname as what, c.relowner as owner
  from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ${HOMES}
  union all
  select cast(cast(p.oid as regprocedure) as text), p.proowner
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ${HOMES}
  union all
  select 'schema ' || nspname, nspowner from pg_namespace where nspname in ${HOMES}`;

/** Who can write the ledger or its witnesses, through whatever right. */
export const ROLE_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I43',
    invariant:
      'No role may write our schemas but those of the services, the owner and those that the operator trusts',
    sql: () => `with recursive reach (member, role) as (
        select m.member, m.roleid from pg_auth_members m
        union
        select r.member, m.roleid from reach r join pg_auth_members m on m.member = r.role
      )
      select cast(rolname as text) as role, 'every database' as what, 'may do everything' as fault
      from pg_roles
      where (rolsuper or rolcreaterole or rolreplication or rolbypassrls)
        and rolname not like 'tollgate\\_%' and oid not in ${TRUSTED_ROLES}
      union all
      select ${nameOf('member')}, ${nameOf('role')}, 'is a member of it'
      from reach
      where role in ${POWERFUL} and member not in ${TRUSTED_ROLES}
      union all
      select ${nameOf('grantee')}, what, privilege_type
      from (${RIGHTS}) rights
      where privilege_type <> 'SELECT' and privilege_type <> 'USAGE'
        and (grantee = 0 or grantee not in ${TRUSTED_ROLES})
        and (${nameOf('grantee')} not like 'tollgate\\_%'
          or nspname || '.' || relname in ${WITNESSES} and privilege_type <> 'INSERT')
      union all
      select ${nameOf('owner')}, what, 'owns it'
      from (${OWNED}) owned
      where owner <> ${OWNER} and owner not in ${TRUSTED_ROLES}`,
  },
];
