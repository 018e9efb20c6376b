import type { InstallationFigure } from '#src/platform/figures/installation-figures.ts'
import type { Platform } from '#src/platform/platform.ts'
import { claimSettings } from '../../../settings.ts'

/** `claimed`: a figure that the operator has set. `example`: a text of the sandbox that describes no installation. */
export type Claim = { name: InstallationFigure } & (
  | { kind: 'claimed'; text: string }
  | { kind: 'example' }
  | { kind: 'measured'; value: number }
)

const names = ['users', 'rows', 'bytes', 'messages'] as const

/**
 * The four figures of the network: the operator's own figures where they are set, otherwise examples in a sandbox and
 * measured figures in a live installation. A figure that is unmeasured or zero is left out.
 */
export function claimsOf(
  { settings }: Pick<Platform, 'settings'>,
  measured: Partial<Record<InstallationFigure, number>>,
): Claim[] {
  const { users, rows, raw, messages } = settings.of(claimSettings)
  const claimed: Record<InstallationFigure, string | null> = { users, rows, bytes: raw, messages }
  return names.flatMap((name): Claim[] => {
    const text = claimed[name]
    if (text !== null) return [{ name, kind: 'claimed', text }]
    if (settings.mode === 'sandbox') return [{ name, kind: 'example' }]
    const value = measured[name] ?? 0
    return value > 0 ? [{ name, kind: 'measured', value }] : []
  })
}
