-- One step of a purge of audit events, behind the anchor.
create or replace function audit.purge_events(cutoff timestamp with time zone, row_limit integer)
returns bigint
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform audit.move_anchor(cutoff);
  return maintenance.purge_days('audit.event', cutoff, row_limit);
end
$$;
revoke all on function audit.purge_events(timestamp with time zone,integer) from public;
grant execute on function audit.purge_events(timestamp with time zone,integer) to tollgate_worker;

-- One step of a purge of access events.
create or replace function audit.purge_access_events(cutoff timestamp with time zone, row_limit integer)
returns bigint
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform maintenance.assert_older(cutoff, 7);
  return maintenance.purge_days('audit.access_event', cutoff, row_limit);
end
$$;
revoke all on function audit.purge_access_events(timestamp with time zone,integer) from public;
grant execute on function audit.purge_access_events(timestamp with time zone,integer) to tollgate_worker;
