import {
  type ComponentProps,
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useCallback,
  useEffect,
  useState,
} from 'react'
import { Link, useActionData, useLocation, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { Field, SelectField, TextAreaField } from '../../ui/field.tsx'
import { PostForm, SubmitButton } from '../../ui/form/work-form.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { useModal } from '../../ui/sheet/use-modal.ts'
import { actAddress, openAct, withoutAct } from './act-address.ts'
import type { ActAnswer } from './act-answer.ts'
import { ProofFields } from './proof-fields.tsx'
import '../../ui/sheet/sheet.css'
import './act.css'

type ActLinkProps = { act: string; on?: string; className?: string; label?: string; children: ReactNode }

/** Opens the form of an act; without scripts it is an ordinary link. */
export function ActLink({ act, on = '', className = 'btn btn-outline', label, children }: ActLinkProps) {
  const location = useLocation()
  return (
    <Link className={className} to={actAddress(location, act, on)} aria-label={label} preventScrollReset>
      {children}
    </Link>
  )
}

const AnswerContext = createContext<ActAnswer | null>(null)

/** The values of a form while it is filled in. */
export type FormValues = { text(name: string): string; all(name: string): string[] }

type ActProps = {
  name: string
  /** The subject of the act if a page has several: the `on` of its link. */
  on?: string
  title: ReactNode
  /** The effects of the act, one sentence each. */
  effects: readonly ReactNode[]
  /** The verb on the button. */
  submit: ReactNode
  danger?: boolean
  hidden?: Record<string, string | number>
  /** The result of the act with the current values, shown beside the fields. */
  preview?: ((values: FormValues) => ReactNode) | undefined
  children?: ReactNode
}

/**
 * The form of an act: its effects, its fields and a button with its verb. The address determines whether the form is
 * open. An open form is a sheet whose head and foot stay visible; without scripts, it is part of the page.
 */
export function Act(props: ActProps) {
  const location = useLocation()
  const { act, on } = openAct(location)
  return act === props.name && on === (props.on ?? '') ? <OpenAct {...props} /> : null
}

function OpenAct({ name, on, title, effects, submit, danger = false, hidden = {}, preview, children }: ActProps) {
  const t = useTranslations('operator.act')
  const location = useLocation()
  const navigate = useNavigate()
  const given = useActionData<ActAnswer>()
  const answer = given?.act === name ? given : null
  const sheet = useModal()
  useFirstError(sheet, answer)
  const { values, follow } = useFormValues(sheet)
  const close = withoutAct(location)
  const isOfForm = answer !== null && answer.prove === null && !hasField(answer, hidden)
  return (
    <dialog
      ref={sheet}
      open
      className="dialog sheet act"
      data-wide={preview !== undefined || undefined}
      aria-labelledby="act-title"
      onCancel={(event) => {
        event.preventDefault()
        void navigate(close, { replace: true, preventScrollReset: true })
      }}
    >
      <PostForm className="column sheet-frame" replace preventScrollReset onInput={preview && follow}>
        <input type="hidden" name="act" value={name} />
        {on && <input type="hidden" name="on" value={on} />}
        {Object.entries(hidden).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} />
        ))}
        <div className="dialog-head sheet-head">
          <h2 id="act-title">{title}</h2>
          <Link to={close} replace preventScrollReset className="icon-btn" aria-label={t('close')}>
            <CloseIcon />
          </Link>
        </div>
        <div className="sheet-body act-body">
          <div className="stack shrink content-start" data-fields>
            <ul className="ruled effects">
              {effects.map((effect, turn) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: sentences of one form, which do not move
                <li key={turn}>{effect}</li>
              ))}
            </ul>
            {!answer?.waits && <AnswerContext value={answer}>{children}</AnswerContext>}
            {answer?.prove && <ProofFields answer={answer} />}
          </div>
          {preview && !answer?.waits && (
            <section
              className="stack framed gap-8 breakable pad-12-16 shrink content-start act-preview"
              aria-label={t('preview')}
            >
              <p className="caption">{t('preview')}</p>
              {preview(values)}
            </section>
          )}
        </div>
        {isOfForm && (
          <p className={answer.waits ? 'notice act-message' : 'notice notice-bad act-message'} role="alert">
            {isOfParameter(answer) ? t('check') : answer.message}
          </p>
        )}
        <div className="dialog-foot sheet-foot">
          <Link to={close} replace preventScrollReset className="btn btn-outline">
            {t(answer?.waits ? 'close' : 'cancel')}
          </Link>
          {!answer?.waits && (
            <SubmitButton className={`btn ${danger ? 'btn-bad' : 'btn-accent'}`} working={t('saving')}>
              {answer?.prove ? t('confirm') : submit}
            </SubmitButton>
          )}
        </div>
      </PostForm>
    </dialog>
  )
}

/** Whether a field of the form shows the refusal. */
function hasField({ param, typed }: ActAnswer, hidden: object): boolean {
  return param !== null && Object.keys(typed).some((name) => isAbout(param, name) && !Object.hasOwn(hidden, name))
}

/**
 * Whether an API parameter belongs to the field of this name. A path such as `object.part` belongs to the fields
 * `object` and `part`.
 */
function isAbout(param: string, name: string): boolean {
  return param === name || param.endsWith(`.${name}`) || param.startsWith(`${name}.`)
}

/** Whether the refusal has a message for developers, which contains the name of the parameter. */
function isOfParameter({ error }: ActAnswer): boolean {
  return error === 'missing_parameter' || error === 'invalid_parameter'
}

/** Moves the focus to the first field that was refused. The focus scrolls the field into view. */
function useFirstError(sheet: RefObject<HTMLDialogElement | null>, answer: ActAnswer | null) {
  useEffect(() => {
    if (answer) sheet.current?.querySelector<HTMLElement>('[data-fields] [aria-invalid="true"]')?.focus()
  }, [sheet, answer])
}

const noValues: FormValues = { text: () => '', all: () => [] }

/** The values of the form in a sheet, kept up to date by `follow`. */
function useFormValues(sheet: RefObject<HTMLDialogElement | null>) {
  const [values, setValues] = useState(noValues)
  const follow = useCallback(() => {
    const form = sheet.current?.querySelector('form')
    if (!form) return
    const data = new FormData(form)
    const all = (name: string) =>
      data
        .getAll(name)
        .map(String)
        .filter((value) => value !== '')
    setValues({ text: (name) => String(data.get(name) ?? '').trim(), all })
  }, [sheet])
  useEffect(follow, [follow])
  return { values, follow }
}

export function useActAnswer(): ActAnswer | null {
  return use(AnswerContext)
}

/** The text that was typed into a field before the act was refused, and the field's error. */
export function useTyped(name: string, wrong?: ReactNode) {
  const t = useTranslations('operator.act')
  const answer = use(AnswerContext)
  const isWrong = answer !== null && answer.prove === null && answer.param !== null && isAbout(answer.param, name)
  return { typed: answer?.typed[name], error: isWrong ? wordsOf(answer) : undefined }

  function wordsOf({ error, message }: ActAnswer): ReactNode {
    if (error === 'missing_parameter') return t('missing')
    return error === 'invalid_parameter' ? (wrong ?? t('wrong')) : message
  }
}

/** `wrong`: the message for an invalid value, which states the accepted values. */
type Asked<P> = P & { name: string; wrong?: ReactNode }

export function ActField({ defaultValue, wrong, ...props }: Asked<ComponentProps<typeof Field>>) {
  const { typed, error } = useTyped(props.name, wrong)
  return <Field {...props} defaultValue={typed ?? defaultValue} error={error} />
}

export function ActArea({ defaultValue, wrong, ...props }: Asked<ComponentProps<typeof TextAreaField>>) {
  const { typed, error } = useTyped(props.name, wrong)
  return <TextAreaField rows={3} {...props} defaultValue={typed ?? defaultValue} error={error} />
}

export function ActSelect({ defaultValue, wrong, ...props }: Asked<ComponentProps<typeof SelectField>>) {
  const { typed, error } = useTyped(props.name, wrong)
  return <SelectField {...props} defaultValue={typed ?? defaultValue} error={error} />
}
