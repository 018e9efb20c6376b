import { expect, test } from 'vitest'
import { exchanges } from '../calendar/exchange.ts'
import { readDay } from './day-input.ts'

const read = (code: string, date: string, kind: string, hours = '') => {
  const exchange = exchanges.get(code)
  if (!exchange) throw new Error(code)
  return readDay({ date, kind, hours, name: '' }, [exchange])
}

const shanghai = { open: 570, close: 690 }

test.each([
  ['NYSE', '2026-12-24', 'closed', '', { kind: 'closed' }],
  ['NYSE', '2026-12-25', 'usual', '', { kind: 'usual' }],
  ['NYSE', '2026-12-23', 'early', '13:00', { kind: 'early', close: 780 }],
  ['HKEX', '2026-12-23', 'early', '12:00', { kind: 'early', close: 720 }],
  ['NSE', '2026-11-08', 'special', '18:15-19:15', { sessions: [{ open: 1095, close: 1155 }] }],
  ['SSE', '2026-12-23', 'special', '09:30-11:30, 13:00-14:00', { sessions: [shanghai, { open: 780, close: 840 }] }],
  ['CME', '2026-12-23', 'special', '17:00-12:00', { sessions: [{ open: -420, close: 720 }] }],
])(
  'the trading-day input for %s on %s of the kind %s with the hours "%s" is accepted',
  (code, date, kind, hours, day) => {
    expect(read(code, date, kind, hours)).toMatchObject({ ...day, date, kind })
  },
)

test.each([
  ['NYSE', '2026-02-30', 'closed', '', 'date'],
  ['NYSE', '24.12.2026', 'closed', '', 'date'],
  ['NYSE', '2026-12-26', 'closed', '', 'date'],
  ['NYSE', '2026-12-23', 'open', '', 'kind'],
  ['NYSE', '2026-12-23', 'usual', '', 'kind'],
  ['NYSE', '2026-12-23', 'early', '', 'hours'],
  ['NYSE', '2026-12-23', 'early', '16:00', 'hours'],
  ['NYSE', '2026-12-23', 'early', '09:30', 'hours'],
  ['NYSE', '2026-12-23', 'special', '13:00', 'hours'],
  ['NYSE', '2026-12-23', 'special', '13:00-12:00', 'hours'],
  ['NYSE', '2026-12-23', 'special', '10:00-12:00,11:00-13:00', 'hours'],
  ['NYSE', '2026-12-23', 'special', '10:00-25:00', 'hours'],
])(
  'the trading-day input for %s on %s of the kind %s with the hours "%s" is refused for its %s',
  (code, date, kind, hours, param) => {
    expect(() => read(code, date, kind, hours)).toThrow(
      expect.objectContaining({ error: 'invalid_parameter', detail: expect.objectContaining({ param }) }),
    )
  },
)
