import { errorCatalogue } from '#src/contract/errors.ts'
import { type AssetClass, assetClasses, type InstrumentId } from '#src/contract/market.ts'
import { recordOf } from '#src/contract/record.ts'
import { entitle, type Requester } from '#src/gateway/entitlement.ts'
import { type KeyVerdict, verifyClaims, verifyKey } from '#src/keys/check/verify.ts'
import { coversClass, scopeRefusal } from '#src/keys/key/scope.ts'
import { isTrading, type Market, marketOf, readMarket } from '#src/market/calendar/market-hours.ts'
import { instrumentsChannel, listInstruments } from '#src/market/instruments/instruments.ts'
import { readSymbol } from '#src/market/instruments/symbol.ts'
import { catalogueOf } from '#src/plans/catalogue.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { UsageMeter } from '#src/usage/meter.ts'
import { failureDetail, targetOf } from '#src/usage/usage.ts'
import { whenKnown } from '../../when-known.ts'
import type { Admission, Handshake, StreamAccess } from './access.ts'
import { Names } from './names.ts'

/** The number of instruments in one read of a whole market. */
const pageSize = 500

/** The stream's access checks, from keys, plans and instruments. Disposal unsubscribes from instrument changes. */
export async function openAdmission(ctx: Platform, meter: UsageMeter): Promise<StreamAccess & AsyncDisposable> {
  const names = new Names(ctx)
  const forget = () => names.forget()
  const listener = await ctx.postgres.listen(instrumentsChannel, forget, forget)
  return {
    verify: async (secret, socket) => fitting(await verifyKey(ctx, secret, socket.address), socket),
    async verifySearch({ keyId, accountId, sessionId, personId }, socket) {
      if (accountId === null || sessionId === null || personId === null) throw new Error('no search token')
      return fitting(await verifyClaims(ctx, { keyId, accountId, sessionId, personId }), socket)
    },
    async prepare(texts, pathClass) {
      const named = texts.map((text) => namedIn(text, pathClass)).filter((one) => one !== null)
      const byClass = Map.groupBy(named, ({ assetClass }) => assetClass)
      for (const [assetClass, own] of byClass)
        await names.learn(
          own.map(({ symbol }) => symbol),
          assetClass,
        )
    },
    admit(key, text, pathClass) {
      const named = namedIn(text, pathClass)
      if (!named) return refused('invalid_symbol')
      return whenKnown(names.find(named.symbol, named.assetClass), (id) =>
        id ? judge({ key, catalogue: catalogueOf(ctx), now: ctx.clock.now() }, id) : refused('unknown_symbol'),
      )
    },
    namesVersion: () => names.version,
    async *listed(markets) {
      for (const market of markets)
        for await (const page of listInstruments(ctx, market, pageSize))
          yield page.filter(({ state }) => state !== 'delisted')
    },
    refused: ({ keyId, socketId, what, error, detail = {} }) =>
      meter.note({
        keyId,
        call: 'stream',
        status: errorCatalogue[error].status,
        bytes: 0,
        counted: false,
        failure: { requestId: socketId, target: targetOf(what), reason: error, detail: failureDetail(detail) },
      }),
    openMarkets(now, subscribed, onTape) {
      const [own, all] = [byClass(subscribed.map(marketOf)), byClass(onTape)]
      return recordOf(assetClasses, (name) => {
        const markets = own.get(name) ?? all.get(name) ?? [{ class: name, region: 'US' }]
        return markets.some((market) => isTrading(ctx, market, now, 0)) ? 'open' : 'closed'
      })
    },
    [Symbol.asyncDispose]: () => listener[Symbol.asyncDispose](),
  }
}

/** Refuses a key whose owner restricted it to other APIs, networks or classes than this socket's. */
function fitting(verdict: KeyVerdict, { caller, class: assetClass }: Pick<Handshake, 'caller' | 'class'>): KeyVerdict {
  if (verdict.kind === 'refused' || verdict.key.scope === null) return verdict
  const { kind, keyId, scope } = verdict.key
  const refusal = kind === 'key' ? scopeRefusal(scope, 'stream', caller) : null
  const error = refusal ?? (assetClass === null || coversClass(scope, assetClass) ? null : 'not_in_scope')
  return error ? { kind: 'refused', error, keyId } : verdict
}

function refused(reason: Extract<Admission, { kind: 'refused' }>['reason']): Admission {
  return { kind: 'refused', reason }
}

type Named = { assetClass: AssetClass; symbol: string }

function namedIn(text: string, pathClass: AssetClass | null): Named | null {
  const named = pathClass === null ? splitClass(text) : { assetClass: pathClass, symbol: text }
  return named && readSymbol(named.assetClass, named.symbol).length > 0 ? named : null
}

/** Splits `stock:AAPL$US` into class and symbol, for the stream of all classes. */
function splitClass(text: string): Named | null {
  const at = text.indexOf(':')
  const assetClass = assetClasses.find((name) => name === text.slice(0, at).toLowerCase())
  return assetClass ? { assetClass, symbol: text.slice(at + 1) } : null
}

function judge(requester: Requester, id: InstrumentId): Admission {
  const entitlement = entitle(requester, { ...id, call: 'stream' })
  if (entitlement.allowed) return { kind: 'ok', id, delayMs: entitlement.delayMs }
  return refused(entitlement.outOfScope ? 'not_in_scope' : 'not_in_plan')
}

function byClass(names: Iterable<string>): Map<AssetClass, Market[]> {
  const markets = [...new Set(names)].flatMap((name) => readMarket(name) ?? [])
  return Map.groupBy(markets, (market) => market.class)
}
