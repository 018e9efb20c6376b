import { installationRoute, resealRoute, retireKeyRoute, rotateRingRoute } from '#src/contract/operator/installation.ts'
import { liveEventsRoute, liveRoute, monthRoute, needsRoute } from '#src/contract/operator/now.ts'
import type { Api } from '#src/platform/http/api.ts'
import { readInstallation } from './installation/installation.ts'
import { resealSecrets, retireKey, rotateRing } from './keyring/rotation.ts'
import { readLive } from './live.ts'
import { streamLive } from './live-stream.ts'
import { readMonth } from './month.ts'
import { readNeeds } from './needs.ts'

export function mountOverview(api: Api, { version }: { version: string }): void {
  api.handle(needsRoute, (ctx, { actor, locale }) => readNeeds(ctx, actor, locale))
  api.handle(liveRoute, (ctx, { actor }) => readLive(ctx, actor))
  api.handle(liveEventsRoute, (ctx, { actor, locale, request }) =>
    streamLive(ctx, actor, { locale, signal: request.signal, headOnly: request.method === 'HEAD' }),
  )
  api.handle(installationRoute, async (ctx, { actor, locale }) => ({
    version,
    ...(await readInstallation(ctx, actor, locale)),
  }))
  api.handle(rotateRingRoute, async (ctx, { actor }) => {
    await rotateRing(ctx, actor)
  })
  api.handle(resealRoute, async (ctx, { actor }) => {
    await resealSecrets(ctx, actor)
  })
  api.handle(retireKeyRoute, (ctx, { actor, params }) => retireKey(ctx, actor, params.version))
  api.handle(monthRoute, (ctx, { actor }) => readMonth(ctx, actor))
}
