import type { Settings } from '#src/platform/settings.ts'
import { gatewaySettings } from '../settings.ts'
import type { OtherStreams } from '../stream/server.ts'

/** The sockets of each vendor, by the path below its root. Their code is loaded when it is needed. */
const vendors: Readonly<Record<string, () => Promise<OtherStreams>>> = {
  massive: async () => (await import('./massive/stream/stream.ts')).massiveStreams,
  alpaca: async () => (await import('./alpaca/stream/stream.ts')).alpacaStreams,
}

/** The sockets of the vendors that `COMPATIBLE_APIS` names; undefined if it names none. */
export async function compatibleStreams(settings: Settings): Promise<OtherStreams | undefined> {
  const opened: { root: string; streams: OtherStreams }[] = []
  for (const name of settings.of(gatewaySettings).compatibleApis) {
    const streams = await vendors[name]?.()
    if (streams) opened.push({ root: `/${name}/`, streams })
  }
  if (opened.length === 0) return undefined
  return (path, headers) => {
    const found = opened.find(({ root }) => path.startsWith(root))
    return found ? found.streams(path.slice(found.root.length - 1), headers) : null
  }
}
