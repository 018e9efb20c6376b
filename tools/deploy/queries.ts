import { parser } from '@prometheus-io/lezer-promql'
import { parse } from 'yaml'

export type QueriedMetric = { metric: string; labels: string[] }

type Node = ReturnType<typeof parser.parse>['topNode']

/**
 * The metrics that a query uses, and the labels that each metric must have. Throws if the query is not PromQL. A `by`
 * clause needs its labels on every metric that it groups.
 */
export function queriedMetrics(query: string): QueriedMetric[] {
  const text = query.replaceAll('$__rate_interval', '5m')
  const tree = parser.parse(text)
  const found: QueriedMetric[] = []
  const visit = (node: Node, outer: readonly string[]) => {
    if (node.type.isError) throw new Error(`not PromQL: ${query}`)
    const labels = [...outer, ...groupingOf(node, text)]
    if (node.name === 'VectorSelector') found.push(selectorOf(node, text, labels))
    for (let child = node.firstChild; child; child = child.nextSibling) visit(child, labels)
  }
  visit(tree.topNode, [])
  return found
}

function groupingOf(node: Node, text: string): string[] {
  const modifier = node.name === 'AggregateExpr' ? node.getChild('AggregateModifier') : null
  return modifier ? textsOf(modifier, 'LabelName', text) : []
}

function selectorOf(node: Node, text: string, labels: readonly string[]): QueriedMetric {
  const [metric = ''] = textsOf(node, 'Identifier', text)
  const matchers = node.getChild('LabelMatchers')
  return { metric, labels: [...new Set([...labels, ...(matchers ? textsOf(matchers, 'LabelName', text) : [])])] }
}

function textsOf(node: Node, name: string, text: string): string[] {
  const found = node.name === name ? [text.slice(node.from, node.to)] : []
  for (let child = node.firstChild; child; child = child.nextSibling) found.push(...textsOf(child, name, text))
  return found
}

export type Rule = { alert?: string; expr: string; annotations?: Record<string, string> }

/** The alert rules and recording rules in a file of Prometheus rules. */
export function rulesOf(yaml: string): Rule[] {
  const file: { groups: { rules: Rule[] }[] } = parse(yaml)
  return file.groups.flatMap(({ rules }) => rules)
}

/** The queries of a Grafana dashboard. */
export function panelQueries(json: string): string[] {
  const dashboard: { panels: { targets?: { expr: string }[] }[] } = JSON.parse(json)
  return dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
}

/** The labels of each metric in a response of `/metrics`; empty for a metric that is listed without a value. */
export function metricsOf(answer: string): Map<string, Set<string>> {
  const metrics = new Map<string, Set<string>>()
  for (const line of answer.split('\n')) {
    const [, listed, sample = '', labels = ''] = /^(?:# TYPE (\S+) |(\w+)(?:\{(.*)\})? )/.exec(line) ?? []
    const name = listed ?? sample
    if (name === '') continue
    const known = metrics.get(name) ?? new Set<string>()
    metrics.set(name, known)
    for (const [, label = ''] of labels.matchAll(/(\w+)="(?:[^"\\]|\\.)*"/g)) known.add(label)
  }
  return metrics
}

/** The labels and series that Prometheus adds, and the names of series that rules record. */
const ofScrape = ['instance', 'job']
const isOfPrometheus = (metric: string) => metric === 'up' || metric === 'ALERTS' || metric.startsWith('tapewire:')

/** Metrics and labels that the queries use and the response of `/metrics` lacks: `metric` or `metric{label}`. */
export function missing(queries: readonly string[], answer: string): string[] {
  const metrics = metricsOf(answer)
  const absent = queries.flatMap(queriedMetrics).flatMap(({ metric, labels }) => {
    if (isOfPrometheus(metric)) return []
    const known = metrics.get(metric)
    if (!known) return [metric]
    return labels
      .filter((label) => !known.has(label) && !ofScrape.includes(label))
      .map((label) => `${metric}{${label}}`)
  })
  return [...new Set(absent)]
}
