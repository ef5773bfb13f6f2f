import { TRUSTED_ROLES } from './roles.ts';
import type { Invariant } from './scope.ts';

const BILLING = `(select oid from pg_namespace where nspname = 'billing')`;
const ROLE = `(select oid from pg_roles where rolname = 'tollgate_billing')`;
const nameOf = (grantee: string): string =>
  `case when ${grantee} = 0 then 'PUBLIC' else cast(pg_get_userbyid(${grantee}) as text) end`;

/**
 * Tables and the triggers without which their rows could be changed; partitions need them as well.
 */
const GUARDS = `(values
  ('entry', 'entry_append_only'), ('entry', 'entry_never_emptied'),
  ('reservation', 'reservation_kept'), ('reservation', 'reservation_never_emptied'),
  ('reservation', 'reservation_closes_once'), ('reservation', 'reservation_terms_fixed'),
  ('provider_cost', 'provider_cost_append_only'), ('provider_cost', 'provider_cost_never_emptied'),
  ('credit_grant', 'credit_grant_kept'), ('credit_grant', 'credit_grant_never_emptied'),
  ('credit_grant', 'consumption_is_final'), ('credit_grant', 'credit_grant_terms_fixed'),
  ('credit_grant', 'consumption_is_noted'), ('grant_day', 'grant_day_kept')
) as guard (base, trigger_name)`;

/** Rights on tables and on single columns of them, of everybody but the owner. */
const TABLE_RIGHTS = `
  select c.relname, a.grantee, a.privilege_type
  from pg_class c cross join lateral aclexplode(c.relacl) a
  where c.relnamespace = ${BILLING} and a.grantee <> c.relowner
  union all
  select c.relname || '.' || t.attname, a.grantee, a.privilege_type
  from pg_class c join pg_attribute t on t.attrelid = c.oid
  cross join lateral aclexplode(t.attacl) a
  where c.relnamespace = ${BILLING} and a.grantee <> c.relowner`;

/** Who may do what to the ledger, and what guards it. */
export const RIGHT_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I11',
    invariant: 'Entries can only be added: nobody may change or delete them',
    sql: () => `with book as (
        select c.oid, c.relname, coalesce(parent.relname, c.relname) as base
        from pg_class c
        left join pg_inherits i on i.inhrelid = c.oid
        left join pg_class parent on parent.oid = i.inhparent
        where c.relnamespace = ${BILLING} and c.relkind in ('r', 'p')
      )
      select relname, ${nameOf('grantee')} as what, privilege_type as fault
      from (${TABLE_RIGHTS}) rights where privilege_type <> 'SELECT'
      union all
      select b.relname, guard.trigger_name, 'no trigger keeps the rows'
      from book b join ${GUARDS} on guard.base = b.base
      where not exists (
        select from pg_trigger t where t.tgrelid = b.oid and t.tgname = guard.trigger_name)
      union all
      select n.nspname || '.' || c.relname, t.tgname, 'the trigger is off'
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
      join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('billing', 'audit', 'catalog', 'requests')
        and t.tgenabled not in ('O', 'A')
      union all
      select n.nspname || '.' || c.relname, r.rulename, 'a rule changes what statements do'
      from pg_rewrite r join pg_class c on c.oid = r.ev_class
      join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('billing', 'audit') and c.relkind in ('r', 'p')
      union all
      select coalesce(d.datname, 'every database'),
        case when s.setrole = 0 then 'every role' else pg_get_userbyid(s.setrole) end,
        'triggers are off by a setting'
      from pg_db_role_setting s left join pg_database d on d.oid = s.setdatabase
      where exists (
        select from unnest(s.setconfig) one (setting)
        where one.setting like 'session_replication_role=%')`,
  },
  {
    id: 'I19',
    invariant: 'Nobody but billing can reach the book: no purge can touch it',
    sql: () => `select relname as what, ${nameOf('grantee')} as grantee, privilege_type
      from (${TABLE_RIGHTS}) rights where grantee <> ${ROLE}
      union all
      select cast(cast(p.oid as regprocedure) as text), ${nameOf('a.grantee')}, a.privilege_type
      from pg_proc p
      cross join lateral aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
      where p.pronamespace = ${BILLING} and a.grantee not in (p.proowner, ${ROLE})
      union all
      select cast(cast(p.oid as regprocedure) as text), 'PUBLIC', 'EXECUTE as its owner'
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      cross join lateral aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
      where p.prosecdef and a.grantee = 0 and cast(p.prorettype as regtype) <> cast('trigger' as regtype)
        and n.nspname not in ('billing', 'pg_catalog', 'information_schema')
      union all
      select 'schema ' || n.nspname, ${nameOf('a.grantee')}, a.privilege_type
      from pg_namespace n cross join lateral aclexplode(n.nspacl) a
      where n.oid = ${BILLING} and a.grantee <> n.nspowner
        and not (a.grantee = ${ROLE} and a.privilege_type = 'USAGE')
      union all
      select cast(pg_get_userbyid(m.roleid) as text), cast(pg_get_userbyid(m.member) as text), 'MEMBER'
      from pg_auth_members m
      where m.roleid in (${ROLE}, (select nspowner from pg_namespace where oid = ${BILLING}))
        and m.member not in ${TRUSTED_ROLES}
      union all
      select 'every database', cast(rolname as text), 'may do everything'
      from pg_roles
      where rolname like 'tollgate\\_%' and oid <> (select nspowner from pg_namespace where oid = ${BILLING})
        and (rolsuper or rolcreaterole or rolreplication or rolbypassrls)`,
  },
];
