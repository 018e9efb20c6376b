import fc from 'fast-check'
import { arbitraryAttack, arbitraryMessage } from './arbitrary.ts'
import { type Report, send } from './onslaught.ts'
import type { Endpoint } from './routes.ts'
import { sendFrames, sendMessages } from './socket-attacks.ts'
import type { Target } from './target.ts'
import { arbitraryUpload, sendUploads } from './uploads.ts'

const attacksPerRound = 96
const messagesPerRound = 20
const uploadsPerRound = 2

/**
 * Sends random requests, messages, frames and files until `goesOn` returns false. The seed of each round is one more
 * than the seed of the last round.
 */
export async function fuzz(
  target: Target,
  endpoints: readonly Endpoint[],
  seed: number,
  report: Report,
  goesOn: () => boolean,
): Promise<void> {
  for (let round = 0; round === 0 || goesOn(); round += 1) {
    const draw = { seed: seed + round }
    await send(target, fc.sample(arbitraryAttack(endpoints), { ...draw, numRuns: attacksPerRound }), report)
    await sendMessages(target, fc.sample(arbitraryMessage, { ...draw, numRuns: messagesPerRound }), report)
    await sendUploads(target, fc.sample(arbitraryUpload, { ...draw, numRuns: uploadsPerRound }), report)
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 300 })
    await sendFrames(
      target,
      fc.sample(bytes, { ...draw, numRuns: 3 }).map((one) => Buffer.from(one)),
      report,
    )
  }
}
