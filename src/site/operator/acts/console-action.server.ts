import { type ActionFunctionArgs, data, redirect } from 'react-router'
import type { ProofWay } from '#src/contract/account/refused.ts'
import { type Locale, perLocaleNamed } from '#src/contract/locale.ts'
import { type Invoked, type PageRefusal, send } from '../../page/invoke.server.ts'
import { requireSession } from '../../page/page.server.ts'
import { submittedForm } from '../../page/submitted-form.server.ts'
import { doneAddress } from './act-address.ts'
import type { ActAnswer } from './act-answer.ts'

/** The submitted fields of an act's form. */
export type Said = {
  /** A field as text, trimmed; '' if absent. */
  text(name: string): string
  /** The values of fields with one name, without empty values. */
  all(name: string): string[]
  /** The values of fields with one name as they were typed. */
  raw(name: string): string[]
  /** Like `text`, but undefined if empty, so that the call omits the field. */
  maybe(name: string): string | undefined
  /** A field as a number; null if empty. Text that is no number is returned unchanged, and the route refuses it. */
  number(name: string): number | string | null
  /** The fields of each language, such as `title-zh-HK` for the prefix `title-`. */
  inLanguages<P extends string>(prefix: P): Record<`${P}${Locale}`, string>
}

type Run = (said: Said, args: ActionFunctionArgs) => Promise<Invoked<unknown>>

/**
 * For acts whose result is stored nowhere, by act: the part of the result to show on the page. Null: the act redirects
 * like other acts.
 */
type Shows = Record<string, (result: unknown) => Pick<ActAnswer, 'shown' | 'faults'> | null>

/** The length of the longest text in a form. A refused form must show the typed text again in full. */
const typedMax = 200_000

/**
 * The action of a console page: for each act its name in the form and its call. Success redirects to the page with
 * `?done=<act>`, or shows the result if the act is in `shows`. A refusal opens the form again with the typed fields. An
 * act that needs a fresh factor accepts the proof in the same form. Every page has the act `prove`.
 */
export function consoleAction(acts: Record<string, Run>, shows: Shows = {}) {
  return async (args: ActionFunctionArgs) => {
    requireSession(args)
    const form = await submittedForm(args)
    const text = (name: string) => String(form.get(name) ?? '').trim()
    const act = text('act')
    const run = act === 'prove' ? proved : Object.hasOwn(acts, act) ? acts[act] : undefined
    if (!run) throw data(null, { status: 400 })
    const typed = typedIn(form)
    const answer = (refusal: PageRefusal | null, prove: ActAnswer['prove']): ActAnswer => ({
      act,
      error: refusal?.error ?? null,
      message: refusal?.msg ?? '',
      param: refusal?.param ?? null,
      prove,
      waits: isWaiting(refusal),
      typed,
    })
    const proof = proofOf(text('proof-passkey'), text('proof-code'))
    if (proof) {
      const confirmed = await send(args, 'POST /api/security/factor', { body: proof })
      const ways = text('proof-ways').split(',').filter(isWay)
      if (!confirmed.ok) return refused({ ...answer(confirmed.refusal, ways), param: 'proof' }, confirmed.refusal)
    }
    const raw = (name: string) => form.getAll(name).map(String)
    const all = (name: string) => raw(name).filter((value) => value !== '')
    const said: Said = {
      ...{ text, all, raw, maybe: (name) => text(name) || undefined, number: numberIn(text) },
      inLanguages: (prefix) => perLocaleNamed(prefix, (locale) => text(`${prefix}${locale}`)),
    }
    const result = await run(said, args)
    const shown = result.ok ? shows[act]?.(result.data) : null
    if (shown) return data({ ...answer(null, null), typed: {}, ...shown })
    if (result.ok) return redirect(act === 'prove' ? args.url.pathname + args.url.search : doneAddress(args.url, act))
    const isOld = result.refusal.error === 'fresh_factor_required'
    return refused(answer(result.refusal, isOld ? (result.refusal.ways ?? []) : null), result.refusal)
  }
}

function typedIn(form: FormData): ActAnswer['typed'] {
  const names = [...new Set(form.keys())].filter((name) => !name.startsWith('proof'))
  return Object.fromEntries(names.map((name) => [name, form.getAll(name).join('\n').slice(0, typedMax)]))
}

/** An act that waits has status 202, after which the page reloads its lists. */
function refused(answer: ActAnswer, { status }: PageRefusal) {
  return data(answer, { status: answer.waits ? 202 : status })
}

function isWaiting(refusal: PageRefusal | null): boolean {
  return refusal?.error === 'second_person_needed' || refusal?.error === 'act_waits'
}

/**
 * The submitted proof of the factor; null without one. A script writes the passkey's response as JSON; the route checks
 * its shape.
 */
function proofOf(passkey: string, code: string): { passkey: unknown } | { code: string } | null {
  if (passkey === '') return code === '' ? null : { code }
  try {
    return { passkey: JSON.parse(passkey) }
  } catch {
    return { passkey }
  }
}

function isWay(text: string): text is ProofWay {
  return text === 'passkey' || text === 'code'
}

async function proved(): Promise<Invoked<null>> {
  return { ok: true, data: null, cookies: [] }
}

/** The fields of `WordsFields`. */
export function wordsIn(text: Said['text']) {
  return { reason: text('reason'), note: text('note') }
}

/**
 * Replaces the refused parameter's name by its field's name, if the call's parameters and the fields have other names.
 */
export function underFields<T>(answer: Invoked<T>, fields: Readonly<Record<string, string>>): Invoked<T> {
  if (answer.ok) return answer
  const { param } = answer.refusal
  return { ok: false, refusal: { ...answer.refusal, ...(param && { param: fields[param] ?? param }) } }
}

function numberIn(text: (name: string) => string): Said['number'] {
  return (name) => {
    const typed = text(name)
    if (typed === '') return null
    return Number.isFinite(Number(typed)) ? Number(typed) : typed
  }
}
