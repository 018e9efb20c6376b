import type { Messages } from '#src/locales/messages.ts'

/** A figure that the page about performance shows; the text of its row describes the measurement. */
export type FigureId = keyof Messages['benches']['rows']

export type Goal = { atLeast: number } | { atMost: number } | { ratioAtLeast: number } | { ratioAtMost: number }

/** `ratio`: the value divided by the baseline, which is the same work without our code in the same run. */
export type Figure = {
  id?: FigureId
  figure: string
  value: number
  unit: string
  goal?: Goal
  met?: boolean
  baseline?: { what: string; value: number }
  ratio?: number
}

export type RunContext = {
  /** ISO date. */
  date: string
  commit: string
  machine: { processor: string; cores: number; memoryGib: number; node: string }
}

export type Measured = RunContext & { command: string; figures: Figure[] }

/** The content of `src/site/content/benches/figures.json`, which `npm run bench` writes: bench name → its figures. */
export type Figures = Readonly<Record<string, Measured>>
