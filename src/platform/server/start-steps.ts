/** The steps of a start that a visitor sees, with the progress lines that begin them. */
export const startSteps = [
  { step: 'database', line: /^Starting PostgreSQL$/ },
  { step: 'history', line: /^Opening ClickHouse$/ },
  { step: 'tables', line: /^Bringing the tables up to date$/ },
  { step: 'data', line: /^Starting (feed|payments|gateway)$/ },
  { step: 'pages', line: /^Starting site$/ },
] as const

export type StartStep = (typeof startSteps)[number]['step']
