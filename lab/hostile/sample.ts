import fc from 'fast-check'
import { type Attack, type HostileInput, hostileInputs } from './attacks.ts'
import type { Endpoint } from './routes.ts'

const inputsPerCall = 1
const inputsPerPage = 1
const bodiesPerCall = 1

/**
 * A sample of all attacks, the same for the same seed. Each input goes to at least one route, and each route gets an
 * input; a call with a body also gets an input for the body. All languages of a page get the same input.
 */
export function sampleAttacks(endpoints: readonly Endpoint[], seed: number): Attack[] {
  const inputs = dealt(
    hostileInputs.filter(({ needsBody }) => !needsBody),
    seed,
  )
  const bodies = dealt(
    hostileInputs.filter(({ needsBody }) => needsBody),
    seed,
  )
  return [...Map.groupBy(endpoints, ({ route }) => route).values()].flatMap((variants, turn) => {
    const [first] = variants
    const dealtInputs = take(inputs, first?.kind === 'page' ? inputsPerPage : inputsPerCall)
    const dealtBodies = first?.body ? take(bodies, bodiesPerCall) : []
    return [...dealtInputs, ...dealtBodies].flatMap((input, n) => attackOf(input, variants, turn + n))
  })
}

function attackOf({ name, changesOn }: HostileInput, variants: readonly Endpoint[], turn: number): Attack[] {
  const endpoint = variants[turn % variants.length]
  const changes = endpoint ? changesOn(endpoint) : []
  const making = changes[turn % changes.length]
  return endpoint && making ? [{ endpoint, name, change: making() }] : []
}

/** The inputs in random order, repeated without end. */
function* dealt(inputs: readonly HostileInput[], seed: number): Generator<HostileInput, never> {
  for (let round = 0; ; round += 1) {
    const whole = fc.shuffledSubarray([...inputs], { minLength: inputs.length })
    yield* fc.sample(whole, { seed: seed + round, numRuns: 1 })[0] ?? []
  }
}

function take<T>(values: Generator<T, never>, count: number): T[] {
  return Array.from({ length: count }, () => values.next().value)
}
