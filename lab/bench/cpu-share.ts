import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = '/sys/fs/cgroup'
const periodUs = 100_000

/**
 * Limits processes to a share of a core each, with a control group of the kernel for each process. Linux only, as root.
 */
export class CpuShare implements AsyncDisposable {
  readonly #share: number
  readonly #groups: string[] = []

  constructor(share: number) {
    this.#share = share
  }

  hold(pid: number): void {
    const isFirst = existsSync(join(root, 'cpu'))
    const group = join(root, isFirst ? 'cpu' : '', `tapewire-bench-${pid}`)
    mkdirSync(group)
    this.#groups.push(group)
    const quotaUs = Math.round(periodUs * this.#share)
    if (isFirst) {
      writeFileSync(join(group, 'cpu.cfs_period_us'), `${periodUs}`)
      writeFileSync(join(group, 'cpu.cfs_quota_us'), `${quotaUs}`)
    } else writeFileSync(join(group, 'cpu.max'), `${quotaUs} ${periodUs}`)
    writeFileSync(join(group, 'cgroup.procs'), `${pid}`)
  }

  /** Removes the groups. Waits up to 5 s for the processes of each group to end. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const group of this.#groups) await rm(group)
  }
}

async function rm(group: string): Promise<void> {
  for (let tries = 0; readFileSync(join(group, 'cgroup.procs'), 'utf8') !== '' && tries < 50; tries += 1)
    await sleep(100)
  rmdirSync(group)
}

/** Whether this user may create control groups. */
export function canHoldShares(): boolean {
  try {
    const [group, file] = existsSync(join(root, 'cpu'))
      ? [join(root, 'cpu', `tapewire-bench-${process.pid}`), 'cpu.cfs_quota_us']
      : [join(root, `tapewire-bench-${process.pid}`), 'cpu.max']
    mkdirSync(group)
    const hasQuota = existsSync(join(group, file))
    rmdirSync(group)
    return hasQuota
  } catch {
    return false
  }
}
