import type { Settings } from '#src/platform/settings.ts'
import { gatewaySettings } from '../settings.ts'
import type { OtherStreams } from '../stream/server.ts'
import { massiveStreams } from './massive/stream/stream.ts'

/** The sockets of each vendor, by the path below its root. */
const vendors: Readonly<Record<string, OtherStreams>> = { massive: massiveStreams }

/** The sockets of the vendors that `COMPATIBLE_APIS` names; undefined where it names none. */
export function compatibleStreams(settings: Settings): OtherStreams | undefined {
  const opened = settings.of(gatewaySettings).compatibleApis.flatMap((name) => {
    const streams = vendors[name]
    return streams ? [{ root: `/${name}/`, streams }] : []
  })
  if (opened.length === 0) return undefined
  return (path, headers) => {
    const found = opened.find(({ root }) => path.startsWith(root))
    return found ? found.streams(path.slice(found.root.length - 1), headers) : null
  }
}
