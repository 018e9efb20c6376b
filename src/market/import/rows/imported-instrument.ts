import type { Platform } from '#src/platform/platform.ts'
import type { Exchange } from '../../calendar/exchange.ts'
import { exchangeOf } from '../../calendar/exchange-of.ts'
import type { Instrument } from '../../instruments/instrument.ts'
import { ensureInstrument, findInstrument } from '../../instruments/instruments.ts'
import { canonicalCode } from '../../instruments/symbol.ts'
import type { Target } from '../file/source-file.ts'

type Identity = Pick<Target, 'class' | 'region' | 'code'>

/** The instrument of an import. An unknown instrument is created when its first row is stored. */
export class ImportedInstrument {
  readonly #ctx: Platform
  readonly #identity: Identity
  known: Instrument | null

  private constructor(ctx: Platform, identity: Identity, known: Instrument | null) {
    this.#ctx = ctx
    this.#identity = identity
    this.known = known
  }

  static async find(ctx: Platform, { class: name, region, code }: Identity): Promise<ImportedInstrument> {
    const identity = { class: name, region, code }
    const found = await findInstrument(ctx, identity)
    return new ImportedInstrument(ctx, identity, found?.region === region ? found : null)
  }

  /** Class, region and code, as in reports. */
  get label(): string {
    const { class: name, region, code } = this.known ?? this.#identity
    return `${name} ${region} ${canonicalCode(code, region)}`
  }

  get exchange(): Exchange {
    return exchangeOf(this.#ctx, this.known ?? { ...this.#identity, exchange: '' })
  }

  async get(): Promise<Instrument> {
    this.known ??= await ensureInstrument(this.#ctx, this.#identity)
    return this.known
  }
}
