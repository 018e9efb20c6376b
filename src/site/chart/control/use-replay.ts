import { useEffect, useRef, useState } from 'react'
import type { ChartState } from '../state/chart-state.ts'
import { nextOpen } from '../state/time/bar-times.ts'
import type { Handles } from './use-handles.ts'

/** Speeds of a replay in bars per second. */
export const replaySpeeds = [1, 3, 10, 30] as const
export type ReplaySpeed = (typeof replaySpeeds)[number]

export type Replay = {
  /** The time up to which bars are shown, ms; null while the market is live. */
  edge: number | null
  /** The bars that were loaded when the replay began, for choosing the start. */
  line: readonly { t: number; c: number }[]
  playing: boolean
  speed: ReplaySpeed
  begin(): void
  goTo(edge: number): void
  forward(): void
  back(): void
  play(on: boolean): void
  setSpeed(speed: ReplaySpeed): void
  leave(): void
}

/** Replays history in all charts at once. The interval of the active chart is the step. */
export function useReplay(handles: Handles, active: number, { interval }: Pick<ChartState, 'interval'>): Replay {
  const [edge, setEdge] = useState<number | null>(null)
  const [line, setLine] = useState<Replay['line']>([])
  const [playing, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<ReplaySpeed>(3)
  const busy = useRef(false)
  const jumps = useRef(0)
  const leader = handles[active]

  const goTo = (to: number | null) => {
    jumps.current += 1
    setEdge(to)
    for (const handle of handles) {
      handle?.feed.begin(to)
      handle?.engine?.reload()
    }
  }
  const forward = async () => {
    const follower = leader?.feed.follower
    if (busy.current || !leader || !follower) return
    busy.current = true
    const before = jumps.current
    try {
      const end = await leader.feed.next()
      if (before !== jumps.current || follower !== leader.feed.follower) return
      if (end === null) return setPlaying(false)
      await Promise.all(handles.map((handle) => handle?.feed.advance(end)))
      if (before === jumps.current) setEdge(end)
    } catch {
      // The reader sees the pause and may press play again.
      setPlaying(false)
    } finally {
      busy.current = false
    }
  }
  // A chart that opens during the replay joins it.
  const joined = useRef(new WeakSet<object>())
  useEffect(() => {
    for (const handle of handles) {
      if (!handle?.engine || joined.current.has(handle.feed)) continue
      joined.current.add(handle.feed)
      if (edge === null) continue
      handle.feed.begin(edge)
      handle.engine.reload()
    }
  }, [handles, edge])
  const step = useRef(forward)
  step.current = forward
  useEffect(() => {
    if (!playing) return
    const timer = setInterval(() => void step.current(), 1_000 / speed)
    return () => clearInterval(timer)
  }, [playing, speed])

  return {
    edge,
    line,
    playing,
    speed,
    begin() {
      const bars = leader?.engine?.bars() ?? []
      const first = leader?.engine?.barAt(0.6) ?? bars.at(-1)
      if (!first) return
      setLine(bars.map(({ t, c }) => ({ t, c })))
      goTo(nextOpen(first.t, interval))
    },
    goTo,
    forward: () => void forward(),
    back() {
      const last = leader?.engine?.bars().at(-1)
      if (last) goTo(last.t)
    },
    play: setPlaying,
    setSpeed,
    leave() {
      setPlaying(false)
      goTo(null)
    },
  }
}
