import type { ServerResponse } from 'node:http'

/** The maximum number of responses that are collected before they are sent. */
const atOnce = 64

const waiting: { outgoing: ServerResponse; body: string | Uint8Array | null }[] = []

/**
 * Ends a response together with other responses of the same event loop turn. A write to an idle process on this
 * machine, such as a proxy, wakes that process, which costs more than the rest of a short response. Of several
 * consecutive writes only the first has this cost.
 */
export function endTogether(outgoing: ServerResponse, body: string | Uint8Array | null): void {
  if (waiting.length === 0) setImmediate(endAll)
  waiting.push({ outgoing, body })
  if (waiting.length >= atOnce) endAll()
}

function endAll(): void {
  for (const { outgoing, body } of waiting.splice(0)) outgoing.end(body)
}
