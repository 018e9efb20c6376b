import type { Messages } from '#src/locales/messages.ts'

/** A figure that the page about performance shows; its words say beside what it was measured. */
export type FigureId = keyof Messages['benches']['rows']

export type Goal = { atLeast: number } | { atMost: number } | { ratioAtLeast: number } | { ratioAtMost: number }

/** `ratio`: of the value to the baseline, the same work without us in the same run. */
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

/** When, of what and where something was measured. */
export type RunContext = {
  /** ISO date. */
  date: string
  commit: string
  machine: { processor: string; cores: number; memoryGib: number; node: string }
}

/** The last run of one bench. */
export type Measured = RunContext & { command: string; figures: Figure[] }

/** What `npm run bench` writes to `src/site/content/benches/figures.json`, by the name of the bench. What was not measured is absent. */
export type Figures = Readonly<Record<string, Measured>>
