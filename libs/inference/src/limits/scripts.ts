/**
 * What all scripts share: the time is the server's, in milliseconds, and windows are numbered as in `window.ts`. Numbers are
 * written without exponents; up to 2^53 they are exact.
 */
const CLOCK = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function text(number) return string.format('%.0f', number) end
`;

const WINDOWS = `
local MINUTE, DAY = 60000, 86400000
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

local function window_of(kind)
  if kind == 'minute' then
    local window = floor(now / MINUTE)
    return window, (window + 1) * MINUTE - now
  end
  local day = floor(now / DAY)
  if kind == 'day' then return day, (day + 1) * DAY - now end
  local month, next_day = month_of(day), day + 1
  while month_of(next_day) == month do next_day = next_day + 1 end
  return month, next_day * DAY - now
end

local function view(key, kind)
  local window, left = window_of(kind)
  local kept = redis.call('HMGET', key, 'w', 'c', 'p')
  local behind = kept[1] and window - tonumber(kept[1]) or nil
  if behind == 0 then return window, left, tonumber(kept[2]), tonumber(kept[3]) end
  if behind == 1 and kind == 'minute' then return window, left, 0, tonumber(kept[2]) end
  return window, left, 0, 0
end

local function wait_for(kind, limit, amount, left, current, previous)
  if amount > limit then return -1 end
  if current + previous * left / MINUTE + amount <= limit then return 0 end
  if kind ~= 'minute' then return left end
  local room = limit - amount
  if current <= room then return math.ceil(left - (room - current) * MINUTE / previous) end
  return math.ceil(left + MINUTE - room * MINUTE / current)
end

local function reset_of(kind, left, current, previous)
  if current > 0 then return kind == 'minute' and left + MINUTE or left end
  return previous > 0 and left or 0
end

local KEPT = { minute = 2 * MINUTE, day = 2 * DAY, month = 32 * DAY }
`;

/**
 * Checks every limit, then charges every limit or none. KEYS: one a limit. ARGV: id of the call, lease of a slot in
 * milliseconds, milliseconds to wait for a slot, then kind, limit and amount of each. Gives the place of the limit that
 * refuses (0: none), the milliseconds to wait (-1: never), then remaining, window and reset of each.
 */
export const TAKE_SCRIPT = `${CLOCK}${WINDOWS}
local id, lease, slot_wait = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local refused, longest = 0, 0
local seen = {}
for i, key in ipairs(KEYS) do
  local kind, limit, amount = ARGV[3 * i + 1], tonumber(ARGV[3 * i + 2]), tonumber(ARGV[3 * i + 3])
  local one = { kind = kind, limit = limit, amount = amount }
  local wait
  if kind == 'slots' then
    redis.call('ZREMRANGEBYSCORE', key, '-inf', text(now))
    one.running = redis.call('ZCARD', key)
    wait = one.running + amount <= limit and 0 or slot_wait
  else
    one.window, one.left, one.current, one.previous = view(key, kind)
    wait = wait_for(kind, limit, amount, one.left, one.current, one.previous)
  end
  if wait ~= 0 and longest ~= -1 and (wait == -1 or wait > longest) then
    refused, longest = i, wait
  end
  seen[i] = one
end
local answer = { refused, longest }
for i, key in ipairs(KEYS) do
  local one = seen[i]
  local remaining, reset = 0, 0
  if one.kind == 'slots' then
    if refused == 0 then
      redis.call('ZADD', key, text(now + lease), id)
      redis.call('PEXPIRE', key, lease)
      one.running = one.running + 1
    end
    remaining = one.limit - one.running
  else
    if refused == 0 then
      one.current = one.current + one.amount
      redis.call('HSET', key, 'w', text(one.window), 'c', text(one.current),
        'p', text(one.previous))
      redis.call('PEXPIRE', key, KEPT[one.kind])
    end
    remaining = floor(one.limit - one.current - one.previous * one.left / MINUTE)
    reset = reset_of(one.kind, one.left, one.current, one.previous)
  end
  answer[3 * i] = math.max(0, remaining)
  answer[3 * i + 1] = one.window or 0
  answer[3 * i + 2] = reset
end
return answer
`;

/**
 * Puts counts right and gives slots back. KEYS: one a correction. ARGV: id of the call, then kind, delta and window of
 * each. What is gone or has moved on stays as it is.
 */
export const CORRECT_SCRIPT = `
for i, key in ipairs(KEYS) do
  local kind, delta, window = ARGV[3 * i - 1], tonumber(ARGV[3 * i]), tonumber(ARGV[3 * i + 1])
  if kind == 'slots' then
    redis.call('ZREM', key, ARGV[1])
  else
    local kept = redis.call('HMGET', key, 'w', 'c', 'p')
    local behind = kept[1] and tonumber(kept[1]) - window or nil
    local field = behind == 0 and 'c' or (behind == 1 and kind == 'minute' and 'p') or nil
    if field then
      local before = tonumber(field == 'c' and kept[2] or kept[3])
      redis.call('HSET', key, field, string.format('%.0f', math.max(0, before + delta)))
    end
  end
end
return 0
`;

/** Keeps the slots of a call for another lease. KEYS: one a slot. ARGV: id of the call, lease in milliseconds. */
export const RENEW_SCRIPT = `${CLOCK}
for _, key in ipairs(KEYS) do
  redis.call('ZADD', key, text(now + tonumber(ARGV[2])), ARGV[1])
  redis.call('PEXPIRE', key, ARGV[2])
end
return 0
`;
