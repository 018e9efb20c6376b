import { brandOf } from '#src/platform/brand/brand.ts'
import { KeptValue } from '#src/platform/kept.ts'
import type { Platform } from '#src/platform/platform.ts'

type Drawn = { version: string; pictures: Map<string, Promise<Buffer>> }

const kept = new KeptValue<Drawn>('drawn pictures')

/**
 * A picture that is drawn once for each version of the brand. `name` comes from a fixed list, because every picture
 * stays in memory.
 */
export function drawnOf(
  ctx: Pick<Platform, 'settings' | 'kept'>,
  name: string,
  draw: () => Promise<Buffer>,
): Promise<Buffer> {
  const { version } = brandOf(ctx)
  const known = kept.of(ctx)
  const drawn = known?.version === version ? known : { version, pictures: new Map() }
  kept.set(ctx, drawn)
  const found = drawn.pictures.get(name) ?? draw()
  drawn.pictures.set(name, found)
  found.catch(() => drawn.pictures.delete(name))
  return found
}
