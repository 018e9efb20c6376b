import { expect, test } from 'vitest'
import type { Measured } from './measured.ts'
import { type Premises, sizing, type Target } from './sizing.ts'

const measured: Measured = {
  date: '2026-01-01',
  commit: 'abc',
  machine: { processor: 'any', cores: 2, memoryGib: 8, node: '24' },
  tape: { append: { feed: 100_000, store: 200_000 }, follow: { gateway: 400_000, store: 1_000_000, bytes: 100 } },
  fanOut: { deliveries: 1_000_000, bytes: 50, socketBytes: 10_000 },
  record: { rows: 500_000, bytes: 10 },
  query: { history: 100, hot: 10_000 },
  failures: { seed: 1, processes: 1, cases: [] },
}

const required: Target = {
  deliveriesPerSecond: 10_000_000,
  eventsPerSecond: 40_000,
  sockets: 1_000,
  historyPerSecond: 100,
  hotPerSecond: 0,
  rows: 1e12,
  storedBytes: 0,
}

const on: Premises = {
  coreLoad: 0.5,
  networkLoad: 0.5,
  diskLoad: 0.5,
  machine: { cores: 10, memoryBytes: 1e11, networkBits: 1e10 },
  historyMachine: { cores: 10, diskBytes: 1e13 },
  copies: 2,
  meanOfPeak: 0.5,
  processBytes: 1e8,
  redisConnections: 6,
  postgresConnections: 17,
}

test('the sizing computes processes from measured rates per core, and machines from the resource that runs out first', () => {
  const { gateways, tape, feed, recorder, history, egressBytesPerMonth, connections } = sizing(measured, required, on)
  // Deliveries need 10 whole cores. Each process may use 0.5 cores; reading the tape takes 0.1 cores, so 0.4 cores
  // deliver.
  expect(gateways).toMatchObject({ groups: 1, followLoad: 0.1, processes: 25, networkBits: 4e9 })
  expect(gateways).toMatchObject({ machines: 3, bound: 'cores', amounts: { cores: 25 / 9, network: 0.8 } })
  // Appending takes 0.2 cores. Sending 40,000 events to each of 25 readers takes 1 core.
  expect(tape).toMatchObject({ servers: 3, shards: 4, networkBits: 8e8, machines: 1, bound: 'cores' })
  expect([feed.cores, recorder.cores]).toEqual([0.8, 0.16])
  expect(history).toMatchObject({ rowsBytes: 1e13, diskBytes: 2e13, machines: 4, bound: 'disk' })
  expect(history.daysOfRows).toBeCloseTo(578.7, 1)
  expect(egressBytesPerMonth).toBe(10_000_000 * 50 * 0.5 * 30 * 86_400)
  // 25 gateways, two feeds, two recorders, two sites and two payments processes.
  expect(connections).toEqual({ processes: 33, redis: 198, postgres: 561 })
})

test('the sizing divides clients into groups with separate shards if reading the tape would take over half of a gateway’s planned load', () => {
  const { gateways, tape } = sizing(measured, { ...required, eventsPerSecond: 400_000 }, on)
  expect(gateways.groups).toBe(4)
  expect(gateways.followLoad).toBe(0.25)
  expect(gateways.processes).toBe(40)
  expect(tape.shards).toBeGreaterThanOrEqual(4)
})
