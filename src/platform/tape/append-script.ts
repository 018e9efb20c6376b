/**
 * Appends a block: numbers it, trims and writes in one step, so that a writer killed at any moment leaves no number without its
 * event. Ids are `<start of the stream in ms>-<1, 2, 3 …>`, that of a block is the place of its last event: a hole is a gap.
 *
 * KEYS: stream; numbers by lane (under `#` of the stream itself, under `#fence …` the highest of each lease, under
 * `#writer …` the marks of writers); newest event by lane
 * (a writer of a release before does not keep it: then `#since` says from when on it is whole); marks, one about each second,
 * `<time> <bytes before> <place>`, by which readers find a time and the script what to trim.
 *
 * ARGV: how long to keep blocks, ms, and how many bytes of them; time between marks, ms; lease and fence (empty: none); the
 * highest place that the writer was told; a writer's mark, what it must be and what it becomes (empty: none); then what `writeBlock`
 * returns, or nothing.
 *
 * Answers 0 to a fence that is below the highest, `=` and the writer's mark where that is another one, 1 when there was nothing to
 * append, or else the place, the bytes held, the time of the oldest mark, and how many events left before their time because of bytes. When the writer knows a later place than the
 * server, a fail-over has lost some: a new start tells all readers, and no number is used again. The time is the server's:
 * readers judge by it how late they are, and writers take turns.
 */
export const appendScript = `
if ARGV[4] ~= '' then
  local highest = tonumber(redis.call('HGET', KEYS[2], '#fence ' .. ARGV[4]) or '0')
  if tonumber(ARGV[5]) < highest then return 0 end
  if tonumber(ARGV[5]) > highest then redis.call('HSET', KEYS[2], '#fence ' .. ARGV[4], ARGV[5]) end
end
if ARGV[7] ~= '' then
  local found = redis.call('HGET', KEYS[2], '#writer ' .. ARGV[7]) or ''
  if found ~= ARGV[8] then return '=' .. found end
  redis.call('HSET', KEYS[2], '#writer ' .. ARGV[7], ARGV[9])
end
if #ARGV < 11 then return 1 end
local format = string.format
local function text(number) return format('%d', number) end
local time = redis.call('TIME')
local ms = time[1] * 1000 + math.floor(time[2] / 1000)
local now, most = text(ms), tonumber(ARGV[2])
local fields = { '#start', '#', '#bytes', '#marked', '#floor' }
for i = 12, #ARGV, 3 do fields[#fields + 1] = ARGV[i] end
local known = redis.call('HMGET', KEYS[2], unpack(fields))
local start, count, bytes = known[1] or now, tonumber(known[2] or '0'), tonumber(known[3] or '0')
local floor = tonumber(known[5] or '0')
local numbers = {}
if ARGV[6] ~= '' then
  local epoch, place = string.match(ARGV[6], '^(%d+)-(%d+)$')
  if tonumber(start) < tonumber(epoch) or (start == epoch and count < tonumber(place)) then
    start, count, floor = text(math.max(ms, tonumber(start) + 1, tonumber(epoch) + 1)), 0, ms * 1000 + 1
    numbers[1], numbers[2] = '#floor', text(floor)
  end
end
if (redis.call('HGET', KEYS[3], '#') or '0') ~= (known[2] or '0') then redis.call('HSET', KEYS[3], '#since', now) end
local last, newest, seqs = text(count + tonumber(ARGV[11])), { '#', '' }, {}
newest[2] = last
local fresh, at, to = ms * 1000 + 1, 13, #numbers
for i = 6, #fields do
  local lane, before, place, events = fields[i], known[i], tonumber(ARGV[at]), 1
  if not place then
    place, events = string.match(ARGV[at], '^(%d+) (%d+)$')
  end
  local seq = before and before + 1 or fresh
  if seq < floor then seq = floor end
  local number = format('%d', seq + events - 1)
  seqs[i - 5] = number
  numbers[to + 1], numbers[to + 2] = lane, number
  to = to + 2
  local n = (i - 5) * 2 + 1
  newest[n], newest[n + 1] = lane, format('%s-%d %s %s ', start, count + place, now, number) .. ARGV[at + 1]
  at = at + 3
end
local head = now .. ' ' .. ARGV[11] .. ' ' .. table.concat(seqs, ' ')
redis.call('XADD', KEYS[1], start .. '-' .. last, 'h', head, 'b', ARGV[10])
redis.call('HSET', KEYS[3], unpack(newest))
local held = bytes + #head + #ARGV[10] + 32
local markedAt, markedBytes = string.match(known[4] or '', '^(%d+) (%d+)$')
if not markedAt or ms - tonumber(markedAt) >= tonumber(ARGV[3]) or bytes - tonumber(markedBytes) >= most / 256 then
  redis.call('RPUSH', KEYS[4], now .. ' ' .. text(bytes) .. ' ' .. start .. '-' .. text(count + 1))
  numbers[#numbers + 1], numbers[#numbers + 2] = '#marked', now .. ' ' .. text(bytes)
end
for name, value in pairs({ ['#start'] = start, ['#'] = last, ['#bytes'] = text(held) }) do
  numbers[#numbers + 1], numbers[#numbers + 2] = name, value
end
redis.call('HSET', KEYS[2], unpack(numbers))
local early, oldestAt, oldestBytes = 0, now, bytes
for _ = 1, 64 do
  local marks = redis.call('LRANGE', KEYS[4], 0, 1)
  local at, before, epoch, place = string.match(marks[1], '^(%d+) (%d+) (%d+)-(%d+)$')
  oldestAt, oldestBytes = at, tonumber(before)
  if not marks[2] then break end
  local nextAt, _, id = string.match(marks[2], '^(%d+) (%d+) (%S+)$')
  local isOld = tonumber(nextAt) < ms - tonumber(ARGV[1])
  if not isOld and held - oldestBytes <= most then break end
  local nextEpoch, nextPlace = string.match(id, '^(%d+)-(%d+)$')
  if not isOld and nextEpoch == epoch then early = early + tonumber(nextPlace) - tonumber(place) end
  redis.call('XTRIM', KEYS[1], 'MINID', id)
  redis.call('LPOP', KEYS[4])
end
return { start .. '-' .. last, held - oldestBytes, oldestAt, early }`
