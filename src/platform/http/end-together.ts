import type { ServerResponse } from 'node:http'

/** After this many answers none waits any longer. */
const atOnce = 64

const waiting: { outgoing: ServerResponse; body: string | Uint8Array | null }[] = []

/**
 * Ends an answer together with the others of this turn of the loop. A write to an idle process on this machine (a proxy before us)
 * wakes it, which costs more than the rest of a short answer; of several writes in a row only the first does.
 */
export function endTogether(outgoing: ServerResponse, body: string | Uint8Array | null): void {
  if (waiting.length === 0) setImmediate(endAll)
  waiting.push({ outgoing, body })
  if (waiting.length >= atOnce) endAll()
}

function endAll(): void {
  for (const { outgoing, body } of waiting.splice(0)) outgoing.end(body)
}
