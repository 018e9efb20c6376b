import { expect, test } from 'vitest'
import { minuteMs } from '#src/contract/time.ts'
import { zoneOffset } from '#src/contract/zone/zone-offset.ts'
import { instantOf, onlyInstantOf } from './session.ts'

const wall = (text: string) => Date.parse(`${text}Z`)
const utc = (time: number) => (Number.isNaN(time) ? null : new Date(time).toISOString().slice(0, 16))

test.each([
  ['Europe/Berlin', '2024-03-31T01:59', '2024-03-31T00:59'],
  ['Europe/Berlin', '2024-03-31T03:00', '2024-03-31T01:00'],
  ['Europe/Berlin', '2024-10-27T01:59', '2024-10-26T23:59'],
  ['Europe/Berlin', '2024-10-27T03:00', '2024-10-27T02:00'],
  ['Europe/London', '2024-03-31T02:00', '2024-03-31T01:00'],
  ['Europe/London', '2024-10-27T02:00', '2024-10-27T02:00'],
  ['America/New_York', '2024-03-10T01:59', '2024-03-10T06:59'],
  ['America/New_York', '2024-03-10T03:00', '2024-03-10T07:00'],
  ['America/New_York', '2024-11-03T00:59', '2024-11-03T04:59'],
  ['America/New_York', '2024-11-03T02:00', '2024-11-03T07:00'],
  ['Australia/Lord_Howe', '2024-10-06T02:30', '2024-10-05T15:30'],
  ['Australia/Lord_Howe', '2024-04-07T01:29', '2024-04-06T14:29'],
  ['Australia/Lord_Howe', '2024-04-07T02:00', '2024-04-06T15:30'],
  ['Asia/Kolkata', '2024-03-31T02:30', '2024-03-30T21:00'],
  ['UTC', '2024-03-31T02:30', '2024-03-31T02:30'],
])('in %s, the local time %s is the instant %s', (zone, local, instant) => {
  expect(utc(instantOf(zone, wall(local)))).toBe(instant)
  expect(utc(onlyInstantOf(zone, wall(local)))).toBe(instant)
})

test.each([
  ['Europe/Berlin', '2024-03-31T02:30', '2024-03-31T01:30'],
  ['Europe/London', '2024-03-31T01:30', '2024-03-31T01:30'],
  ['America/New_York', '2024-03-10T02:30', '2024-03-10T07:30'],
  ['Australia/Lord_Howe', '2024-10-06T02:15', '2024-10-05T15:45'],
  ['Pacific/Apia', '2011-12-30T12:00', '2011-12-30T22:00'],
])('in %s, the skipped local time %s moves forward', (zone, local, instant) => {
  expect(utc(instantOf(zone, wall(local)))).toBe(instant)
  expect(onlyInstantOf(zone, wall(local))).toBeNaN()
})

test.each([
  ['Europe/Berlin', '2024-10-27T02:30', '2024-10-27T00:30', 60],
  ['Europe/London', '2024-10-27T01:30', '2024-10-27T00:30', 60],
  ['America/New_York', '2024-11-03T01:30', '2024-11-03T05:30', 60],
  ['Australia/Lord_Howe', '2024-04-07T01:45', '2024-04-06T14:45', 30],
])('in %s, the first occurrence of the repeated local time %s counts', (zone, local, instant, shift) => {
  const first = instantOf(zone, wall(local))
  expect(utc(first)).toBe(instant)
  expect(onlyInstantOf(zone, wall(local))).toBeNaN()
  const second = first + shift * minuteMs
  expect(second + zoneOffset(zone, second) * minuteMs).toBe(wall(local))
})
