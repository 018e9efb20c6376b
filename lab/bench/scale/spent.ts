import type { Redis } from 'iovalkey'

/** Seconds of processor time in this process (`ours`) and in Redis (`store`). */
export type Spent = { ours: number; store: number }

/** Measures the processor time of a piece of work in this process, threads included, and in Redis. */
export async function spent(work: () => Promise<unknown>, redis: Redis | null = null): Promise<Spent> {
  const storeBefore = await secondsOf(redis)
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return { ours: (user + system) / 1e6, store: (await secondsOf(redis)) - storeBefore }
}

async function secondsOf(redis: Redis | null): Promise<number> {
  if (!redis) return 0
  const info = await redis.info('cpu')
  const value = (name: string) => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info)?.[1] ?? Number.NaN)
  return value('used_cpu_user') + value('used_cpu_sys')
}
