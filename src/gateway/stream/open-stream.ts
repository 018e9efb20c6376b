import { isAbout } from '#src/accounts/sessions/session.ts'
import { listenForEndedSessions } from '#src/accounts/sessions/sessions.ts'
import { listenForKeyChanges } from '#src/keys/key/key-changes.ts'
import { listenForHistory } from '#src/market/bars/bars.ts'
import { listenForFed } from '#src/market/feed-keys/fed.ts'
import type { SourceCount } from '#src/market/sources/source-figures.ts'
import { onNewEdition } from '#src/plans/catalogue.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { UsageMeter } from '#src/usage/meter.ts'
import { openSocketBook } from '#src/usage/sockets.ts'
import type { Board } from '../board.ts'
import { openAdmission } from './access/admission.ts'
import { listenForProbeRequests } from './access/probe-requests.ts'
import { StreamHub } from './hub.ts'
import { type OtherStreams, StreamServer } from './server.ts'

export type OpenStream = AsyncDisposable & {
  /** The live state of every instrument, which REST reads, too. */
  board: Board
  /** The board as it was `delayMs` ago, for delayed plans. */
  lateBoard(delayMs: number): Promise<Board>
  upgrade: StreamServer['upgrade']
  close: StreamServer['close']
  sockets: () => number
  /** Number of deliveries since the start; an event for n sockets counts n times. */
  delivered: () => number
  /** The time at which the newest event of each market was published, ms, by `stock$US`. */
  newest: () => ReadonlyMap<string, number>
  /**
   * `read`: the number of batches that the live view has read; `late`: the number of batches that it read more than a
   * second late.
   */
  batches: () => { read: number; late: number }
  /** The time from the publication of each channel's newest batch until the live view read it, ms; 0 if all is read. */
  lags: () => ReadonlyMap<string, number>
  /** Counts of each source's events since the start, by `simulated$stock`. */
  sources: () => ReadonlyMap<string, SourceCount>
}

/**
 * The live stream of the gateway; resolves once the board has caught up with the tape. Changes of keys and sessions
 * reach open sockets on commit. If notifications may have been lost, every socket is verified again.
 */
export async function openStream(ctx: Platform, meter: UsageMeter, others?: OtherStreams): Promise<OpenStream> {
  await using stack = new AsyncDisposableStack()
  const admission = stack.use(await openAdmission(ctx, meter))
  const hub = stack.use(new StreamHub(ctx, admission))
  await hub.live.start()
  const again = (concerns: Parameters<StreamHub['recheck']>[0]): void => {
    // The key cache must process the same notification first.
    setImmediate(() => void hub.recheck(concerns))
  }
  stack.use(
    await listenForKeyChanges(
      ctx,
      (keyChange) => {
        if (keyChange.change === 'revoked') hub.endTokens((key) => key.keyId === keyChange.keyId)
        again((key) => key.keyId === keyChange.keyId)
      },
      () => again(() => true),
    ),
  )
  // Free keys always have the published edition of the plans, so a new edition changes them.
  stack.use(onNewEdition(ctx, () => again((key) => key.plan?.tier === 'free')))
  stack.use(
    await listenForEndedSessions(
      ctx,
      (change) => hub.endTokens((key) => isAbout(change, key)),
      () => again((key) => key.kind === 'search'),
    ),
  )
  const replaced = (key: string | null) => key !== null && hub.reportReplaced(key)
  stack.use(await listenForFed(ctx, replaced))
  stack.use(await listenForHistory(ctx, replaced))
  stack.use(await openSocketBook(ctx, { live: () => hub.ownedSockets(), close: (id) => hub.closeForOwner(id) }))
  stack.use(await listenForProbeRequests(ctx, (quotaId) => void hub.prove(quotaId)))
  const server = stack.use(new StreamServer(ctx, hub, others))
  const owned = stack.move()
  return {
    board: hub.live.board,
    lateBoard: async (delayMs) => (await hub.view(delayMs)).board,
    upgrade: (request, socket, head) => server.upgrade(request, socket, head),
    close: (withinMs) => server.close(withinMs),
    sockets: () => hub.sockets,
    delivered: () => hub.delivered,
    newest: () => hub.live.newest,
    batches: () => hub.live.batches,
    lags: () => hub.live.lags,
    sources: () => hub.live.sources,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
