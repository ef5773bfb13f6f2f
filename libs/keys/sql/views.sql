-- A key and its owner's standing in one row. Deleted keys are not in it: they answer as unknown
-- ones do.
create or replace view keys.admission as
select
  api_key.id,
  api_key.digest,
  api_key.owner_id,
  owner.status as owner_status,
  owner.max_output_tokens as owner_max_output_tokens,
  owner.limits as owner_limits,
  api_key.name,
  api_key.mode,
  api_key.status,
  api_key.default_reasoning_effort,
  api_key.max_output_tokens,
  api_key.models,
  api_key.limits,
  api_key.own_limits,
  api_key.expires_at,
  owner.quota_zone as owner_quota_zone,
  owner.quota_change as owner_quota_change
from keys.api_key
join identity.user_account owner on owner.id = api_key.owner_id
where api_key.deleted_at is null;
grant select on keys.admission to tollgate_account, tollgate_inference, tollgate_worker;

-- The secret that each key had before its last rotation, while it works.
create or replace view keys.replaced_admission as
select replaced.key_id, replaced.digest, replaced.ends_at
from keys.replaced_secret replaced
where replaced.ends_at > clock_timestamp();
grant select on keys.replaced_admission to tollgate_account, tollgate_inference, tollgate_worker;

-- How much wider holds of a wallet are that overran one: half of it is forgotten each day.
create or replace view keys.widening as
select owner_id,
  1 + (factor - 1) * power(0.5, greatest(0, extract(epoch from now() - at)) / 86400) as factor
from keys.overrun;
grant select on keys.widening to tollgate_inference, tollgate_worker, tollgate_admin;

-- Owners that are held at the worst count of a model, until they have behaved for a day. Several
-- such owners are a fault of the model, which is then held for all.
create or replace view keys.held_model as
select owner_id, model_id, ratio, excess, since, at,
  extract(epoch from at + interval '1 day' - now()) * 1000 as for_ms,
  count(*) over (partition by model_id) >= 3 as for_all
from keys.persistent_overrun where at > now() - interval '1 day';
grant select on keys.held_model to tollgate_inference, tollgate_worker, tollgate_admin;
