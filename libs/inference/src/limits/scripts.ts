/**
 * What all scripts share: the time is the server's, in milliseconds. Numbers are written without
 * exponents; up to 2^53 they are exact.
 */
const CLOCK = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function text(number) return string.format('%.0f', number) end
`;

/** Days and months are numbered, and buckets drain, as in `window.ts`. */
const WINDOWS = `
local MINUTE, DAY, EPSILON = 60000, 86400000, 1e-6
local floor = math.floor

-- Months since year 0 of a day since 1970, in the calendar of UTC.
local function month_of(day)
  local shifted = day + 719468
  local era = floor(shifted / 146097)
  local of_era = shifted - era * 146097
  local years = floor((of_era - floor(of_era / 1460) + floor(of_era / 36524)
    - floor(of_era / 146096)) / 365)
  local of_year = of_era - (365 * years + floor(years / 4) - floor(years / 100))
  local from_march = floor((5 * of_year + 2) / 153)
  return (years + era * 400) * 12 + from_march + 2
end

-- The window of an owner whose days are not those of UTC comes with its end and with the next one;
-- the server's clock says which of them runs.
local function window_of(kind, at)
  local number = tonumber(ARGV[at])
  if number >= 0 then
    local ends = tonumber(ARGV[at + 1])
    if now < ends then return number, ends - now end
    return tonumber(ARGV[at + 2]), math.max(1, tonumber(ARGV[at + 3]) - now)
  end
  local day = floor(now / DAY)
  if kind == 'day' then return day, (day + 1) * DAY - now end
  local month, next_day = month_of(day), day + 1
  while month_of(next_day) == month do next_day = next_day + 1 end
  return month, next_day * DAY - now
end

local function level_of(key, limit)
  local kept = redis.call('HMGET', key, 'l', 't')
  if not kept[1] then return 0 end
  local drained = math.max(0, now - tonumber(kept[2])) * limit / MINUTE
  return math.max(0, tonumber(kept[1]) - drained)
end

-- A day or month in which the zone was changed is longer, by less than two days.
local KEPT = { day = 4 * DAY, month = 34 * DAY }
-- Whoever used more than was foreseen may have overdrawn a bucket.
local BUCKET_KEPT = 10 * MINUTE
`;

/**
 * Checks every limit, then charges every limit or none. KEYS: one a limit. ARGV: id of the call,
 * lease of a slot in milliseconds, milliseconds to wait for a slot, then kind, limit, amount, the
 * room to leave and the window, its end, the next window and its end of each. Gives the index of
 * the limit that refuses (0: none), the milliseconds to wait (-1: never), then remaining, window,
 * reset and making of each. Where counts of days or months are missing it gives -1 and their
 * indexes instead, and nothing is charged.
 */
export const TAKE_SCRIPT = `${CLOCK}${WINDOWS}
local id, lease, slot_wait = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local refused, longest = 0, 0
local seen, missing = {}, { -1 }
for i, key in ipairs(KEYS) do
  local from = 8 * i - 4
  local kind, limit, amount = ARGV[from], tonumber(ARGV[from + 1]), tonumber(ARGV[from + 2])
  local room = tonumber(ARGV[from + 3])
  local one = { kind = kind, limit = limit, amount = amount }
  local wait = 0
  if kind == 'slots' then
    redis.call('ZREMRANGEBYSCORE', key, '-inf', text(now))
    one.used = redis.call('ZCARD', key)
    if one.used + amount + room > limit then wait = slot_wait end
  elseif kind == 'minute' then
    one.used = level_of(key, limit)
    local over = one.used + amount + room - limit
    if over > EPSILON then wait = math.ceil(over * MINUTE / limit) end
    if amount > limit then wait = -1 end
  else
    one.window, one.left = window_of(kind, from + 4)
    local kept = redis.call('HMGET', key, 'w', 'c', 'g')
    if not kept[1] then missing[#missing + 1] = i end
    one.used = tonumber(kept[1]) == one.window and tonumber(kept[2]) or 0
    one.made = tonumber(kept[3] or 0)
    if one.used + amount > limit then wait = one.left end
    if amount > limit then wait = -1 end
  end
  if wait ~= 0 and longest ~= -1 and (wait == -1 or wait > longest) then
    refused, longest = i, wait
  end
  seen[i] = one
end
if #missing > 1 then return missing end
local answer = { refused, longest }
for i, key in ipairs(KEYS) do
  local one = seen[i]
  if refused == 0 then
    one.used = one.used + one.amount
    if one.kind == 'slots' then
      redis.call('ZADD', key, text(now + lease), id)
      redis.call('PEXPIRE', key, lease)
    elseif one.kind == 'minute' then
      redis.call('HSET', key, 'l', string.format('%.9f', one.used), 't', text(now))
      redis.call('PEXPIRE', key, BUCKET_KEPT)
    else
      redis.call('HSET', key, 'w', text(one.window), 'c', text(one.used))
      redis.call('PEXPIRE', key, KEPT[one.kind])
    end
  end
  local reset, window = 0, one.window or 0
  if one.kind == 'minute' then
    reset = math.ceil(one.used * MINUTE / one.limit)
    window = now + reset
  elseif one.left and one.used > 0 then
    reset = one.left
  end
  answer[4 * i - 1] = math.max(0, floor(one.limit - one.used + EPSILON))
  answer[4 * i] = window
  answer[4 * i + 1] = reset
  answer[4 * i + 2] = one.made or 0
end
return answer
`;

/**
 * Puts counts right and gives slots back. KEYS: one a correction. ARGV: id of the call, then kind,
 * delta, window, amount and making of each. What has moved on stays as it is, and so does what is
 * gone, but for a bucket that more was taken of; a count that was made again gets all that was
 * used.
 */
export const CORRECT_SCRIPT = `${CLOCK}${WINDOWS}
for i, key in ipairs(KEYS) do
  local kind, delta, window = ARGV[5 * i - 3], tonumber(ARGV[5 * i - 2]), tonumber(ARGV[5 * i - 1])
  if kind == 'slots' then
    redis.call('ZREM', key, ARGV[1])
  elseif kind == 'minute' then
    local level = redis.call('HGET', key, 'l')
    level = level and tonumber(level)
    if not level and delta > 0 then
      redis.call('HSET', key, 'l', string.format('%.9f', delta), 't', text(now))
      redis.call('PEXPIRE', key, BUCKET_KEPT)
    elseif level and (delta > 0 or now < window) then
      redis.call('HSET', key, 'l', string.format('%.9f', math.max(0, level + delta)))
    end
  else
    local kept = redis.call('HMGET', key, 'w', 'c', 'g')
    if kept[1] and tonumber(kept[1]) == window then
      local used = tonumber(kept[2]) + delta
      if tonumber(kept[3] or 0) ~= tonumber(ARGV[5 * i + 1]) then used = used + tonumber(ARGV[5 * i]) end
      redis.call('HSET', key, 'c', text(math.max(0, used)))
    end
  end
end
return 0
`;

/**
 * Makes counts of days and months that are missing; one that is there is raised where it is lower.
 * KEYS: one a count. ARGV: kind, amount, the window, its end, the next window and its end of each.
 */
export const SEED_SCRIPT = `${CLOCK}${WINDOWS}
for i, key in ipairs(KEYS) do
  local kind, amount = ARGV[6 * i - 5], tonumber(ARGV[6 * i - 4])
  local window = window_of(kind, 6 * i - 3)
  local kept = redis.call('HMGET', key, 'w', 'c')
  if kept[1] and tonumber(kept[1]) == window then
    redis.call('HSET', key, 'c', text(math.max(amount, tonumber(kept[2]))))
  else
    redis.call('HSET', key, 'w', text(window), 'c', text(amount), 'g', text(now))
  end
  redis.call('PEXPIRE', key, KEPT[kind])
end
return 0
`;

/**
 * Keeps the slots of a call for another lease. KEYS: one a slot. ARGV: id of the call, lease in
 * milliseconds.
 */
export const RENEW_SCRIPT = `${CLOCK}
for _, key in ipairs(KEYS) do
  redis.call('ZADD', key, text(now + tonumber(ARGV[2])), ARGV[1])
  redis.call('PEXPIRE', key, ARGV[2])
end
return 0
`;
