import type { Locale } from '#src/contract/locale.ts'
import { runContextTexts } from '../benches/run-context-texts.ts'
import { docsWords } from '../tables/docs-words.server.ts'
import { markdownTable } from '../tables/markdown-table.ts'
import type { Measured } from './measured.ts'
import { gatewaysOf, premises, type Sizing, sizing, target } from './sizing.ts'

const files = import.meta.glob<Measured>('/src/site/content/scale/scale.json', { import: 'default', eager: true })

export function measuredFigures(): Measured {
  const measured = files['/src/site/content/scale/scale.json']
  if (!measured) throw new Error('src/site/content/scale/scale.json is missing: npm run bench -- scale')
  return measured
}

/** The page reads its figures one by one, so they are formatted once per language and stored here. */
const textsOf = new Map<Locale, Readonly<Record<string, string>>>()

/** One figure of the page about scale, formatted for the language; null for an unknown name. */
export function scaleFigure(name: string, locale: Locale): string | null {
  const measured = measuredFigures()
  if (name === 'failures') return failuresTable(measured, locale)
  const texts = textsOf.get(locale) ?? {
    ...measuredTexts(measured, locale),
    ...premiseTexts(locale),
    ...sizedTexts(sizing(measured), locale),
  }
  textsOf.set(locale, texts)
  return texts[name] ?? null
}

function measuredTexts(measured: Measured, locale: Locale) {
  const { tape, fanOut, record, query, failures } = measured
  const whole = wholeIn(locale)
  return {
    ...runContextTexts(measured, locale),
    appendFeed: whole(tape.append.feed),
    appendStore: whole(tape.append.store),
    followGateway: whole(tape.follow.gateway),
    followStore: whole(tape.follow.store),
    tapeBytes: whole(tape.follow.bytes),
    deliveries: whole(fanOut.deliveries),
    deliveryBytes: whole(fanOut.bytes),
    socketKib: whole(fanOut.socketBytes / 1_024),
    recordRows: whole(record.rows),
    rowBytes: shortIn(locale)(record.bytes),
    historyAnswers: whole(query.history),
    hotAnswers: whole(query.hot),
    seed: String(failures.seed),
    fleet: whole(failures.processes),
  }
}

function premiseTexts(locale: Locale) {
  const whole = wholeIn(locale)
  const percent = percentIn(locale)
  const { machine, historyMachine } = premises
  return {
    targetDeliveries: whole(target.deliveriesPerSecond),
    targetEvents: whole(target.eventsPerSecond),
    targetSockets: whole(target.sockets),
    targetHistory: whole(target.historyPerSecond),
    targetHot: whole(target.hotPerSecond),
    targetRows: whole(target.rows),
    targetStored: bytesIn(locale)(target.storedBytes),
    coreLoad: percent(premises.coreLoad),
    networkLoad: percent(premises.networkLoad),
    diskLoad: percent(premises.diskLoad),
    meanOfPeak: percent(premises.meanOfPeak),
    copies: whole(premises.copies),
    machineCores: whole(machine.cores),
    machineMemory: `${whole(machine.memoryBytes / 1024 ** 3)} GiB`,
    machineNetwork: bitsIn(locale)(machine.networkBits),
    historyCores: whole(historyMachine.cores),
    historyDisk: bytesIn(locale)(historyMachine.diskBytes),
    processMib: `${whole(premises.processBytes / 1024 ** 2)} MiB`,
    redisConnections: whole(premises.redisConnections),
    postgresConnections: whole(premises.postgresConnections),
  }
}

function sizedTexts(
  { gateways, tape, feed, recorder, history, egressBytesPerMonth, connections }: Sizing,
  locale: Locale,
) {
  const [whole, short, percent] = [wholeIn(locale), shortIn(locale), percentIn(locale)]
  const [bits, bytes] = [bitsIn(locale), bytesIn(locale)]
  const t = docsWords(locale)
  const bound = (component: keyof Pick<Sizing, 'gateways' | 'tape' | 'history'>) =>
    t(`scale.${{ gateways, tape, history }[component].bound}`)
  const amount = (value: number | undefined) => short(value ?? 0)
  return {
    gatewayMachines: whole(gateways.machines),
    gatewayProcesses: whole(gateways.processes),
    gatewaysOfMachine: whole(gatewaysOf(premises.machine)),
    gatewayGroups: whole(gateways.groups),
    followLoad: percent(gateways.followLoad),
    gatewayNetwork: bits(gateways.networkBits),
    gatewayMemory: `${whole(gateways.memoryBytes / 1024 ** 3)} GiB`,
    gatewayBound: bound('gateways'),
    gatewayByCores: amount(gateways.amounts.cores),
    gatewayByNetwork: amount(gateways.amounts.network),
    gatewayByMemory: amount(gateways.amounts.memory),
    tapeMachines: whole(tape.machines),
    tapeServers: whole(tape.servers),
    tapeShards: whole(tape.shards),
    tapeNetwork: bits(tape.networkBits),
    tapeBound: bound('tape'),
    tapeByCores: amount(tape.amounts.cores),
    tapeByNetwork: amount(tape.amounts.network),
    feedCores: short(feed.cores),
    recorderCores: short(recorder.cores),
    historyMachines: whole(history.machines),
    historyBound: bound('history'),
    historyBytes: bytes(history.diskBytes),
    rowsBytes: bytes(history.rowsBytes),
    daysOfRows: whole(history.daysOfRows),
    historyByCores: amount(history.amounts.cores),
    historyByDisk: amount(history.amounts.disk),
    egress: bytes(egressBytesPerMonth),
    processes: whole(connections.processes),
    redisServerConnections: whole(connections.redis),
    postgresServerConnections: whole(connections.postgres),
  }
}

function failuresTable({ failures }: Measured, locale: Locale): string {
  const t = docsWords(locale)
  const [whole, percent] = [wholeIn(locale), percentIn(locale)]
  const ms = (value: number) => `${whole(value)} ms`
  const head = (['load', 'lost', 'calm', 'p99', 'p999', 'recovered'] as const).map((name) => t(`scale.${name}`))
  const rows = failures.cases.map(({ load, lost, calmP99, p99, p999, recoveredMs }) => [
    percent(load),
    whole(lost),
    ...[ms(calmP99), ms(p99), ms(p999)],
    recoveredMs === null ? t('scale.never') : `${whole(recoveredMs / 1_000)} s`,
  ])
  return markdownTable(head, rows)
}

const wholeIn = (locale: Locale) => (value: number) => Math.round(value).toLocaleString(locale)
const shortIn = (locale: Locale) => (value: number) => value.toLocaleString(locale, { maximumSignificantDigits: 2 })
const percentIn = (locale: Locale) => (value: number) =>
  value.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 0 })

const bitsIn = (locale: Locale) => (bits: number) => `${shortIn(locale)(bits / 1e9)} Gbit/s`

function bytesIn(locale: Locale): (bytes: number) => string {
  const units = [
    [1e15, 'PB'],
    [1e12, 'TB'],
    [1e9, 'GB'],
  ] as const
  return (bytes) => {
    const [size, unit] = units.find(([size]) => bytes >= size) ?? [1e6, 'MB']
    return `${shortIn(locale)(bytes / size)} ${unit}`
  }
}
