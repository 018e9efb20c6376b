/**
 * Joins the metrics of several processes in Prometheus' text format. Each sample gets its process as a label, and
 * each metric is described once.
 */
export function joinMetrics(texts: Readonly<Record<string, string>>): string {
  const metrics = new Map<string, { about: string[]; samples: string[] }>()
  for (const [processName, text] of Object.entries(texts)) {
    let current = { about: [] as string[], samples: [] as string[] }
    for (const line of text.split('\n')) {
      const [, kind, name = ''] = /^# (HELP|TYPE) (\S+)/.exec(line) ?? []
      if (kind === 'HELP') {
        const known = metrics.get(name)
        current = known ?? { about: [], samples: [] }
        metrics.set(name, current)
      }
      if (!line.startsWith('#')) {
        if (line !== '') current.samples.push(withLabel(line, processName))
      } else if (current.about.length < 2) current.about.push(line)
    }
  }
  return [...metrics.values()].flatMap(({ about, samples }) => [...about, ...samples, '']).join('\n')
}

function withLabel(sample: string, processName: string): string {
  const brace = sample.indexOf('{')
  const space = sample.indexOf(' ')
  if (brace === -1 || brace > space) return `${sample.slice(0, space)}{part="${processName}"}${sample.slice(space)}`
  const rest = sample.slice(brace + 1)
  return `${sample.slice(0, brace)}{part="${processName}"${rest.startsWith('}') ? '' : ','}${rest}`
}
