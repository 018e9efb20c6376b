/**
 * Appends a block. Numbering, writing and trimming are atomic, so a writer that is killed leaves no number without
 * its event. The id of an entry is `<epoch>-<position of its last event>`. Positions count up from 1, so a hole
 * between two entries is a gap. The epoch is the start of the stream in ms.
 *
 * KEYS
 *  1 the stream
 *  2 numbers: the last `seq` of each lane; `#` and other fields of the stream; `#fence <lease>`: the highest token of a
 *    lease; `#writer <name>`: the mark of a writer
 *  3 the newest event of each lane; `#since`: the time from which the list is complete, because the previous release
 *    does not write it
 *  4 marks, about one a second: `<time> <bytes before> <offset>`. Readers use them to find a time, the script to find
 *    what to trim.
 *
 * ARGV: 1 retention in ms; 2 retention in bytes; 3 ms between marks; 4 lease and 5 token (empty: no fence); 6 the
 * highest offset that the writer knows; 7 name of the writer's mark, 8 its value before and 9 after (empty: no mark);
 * then the result of `writeBlock`, or nothing.
 *
 * Returns 0 for a token below the highest; `=<value>` for another value of the mark; 1 when there was nothing to
 * append; otherwise the offset, the bytes held, the time of the oldest mark, and the number of events that were dropped
 * early because of bytes.
 *
 * If the writer knows a later offset than the server, a fail-over has lost entries. The script then begins a new
 * epoch: readers notice the loss, and no number is used twice. All times are the server's, so all writers share one
 * clock.
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
-- Lua unpacks fewer than 8,000 words at once.
local function put(key, words)
  for i = 1, #words, 4000 do redis.call('HSET', key, unpack(words, i, math.min(i + 3999, #words))) end
end
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
put(KEYS[3], newest)
local held = bytes + #head + #ARGV[10] + 32
local markedAt, markedBytes = string.match(known[4] or '', '^(%d+) (%d+)$')
if not markedAt or ms - tonumber(markedAt) >= tonumber(ARGV[3]) or bytes - tonumber(markedBytes) >= most / 256 then
  redis.call('RPUSH', KEYS[4], now .. ' ' .. text(bytes) .. ' ' .. start .. '-' .. text(count + 1))
  numbers[#numbers + 1], numbers[#numbers + 2] = '#marked', now .. ' ' .. text(bytes)
end
for name, value in pairs({ ['#start'] = start, ['#'] = last, ['#bytes'] = text(held) }) do
  numbers[#numbers + 1], numbers[#numbers + 2] = name, value
end
put(KEYS[2], numbers)
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
