import { type ComponentProps, createContext, type ReactNode, use, useEffect, useRef } from 'react'
import { Link, useActionData, useLocation, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { Field, SelectField, TextAreaField } from '../../ui/field.tsx'
import { PostForm, SubmitButton } from '../../ui/form/work-form.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { actAddress, openAct, withoutAct } from './act-address.ts'
import type { ActAnswer } from './act-answer.ts'
import { ProofFields } from './proof-fields.tsx'
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

type ActProps = {
  name: string
  /** The subject of the act if a page has several: the `on` of its link. */
  on?: string
  title: ReactNode
  /** What the act will do, one sentence each. */
  effects: readonly ReactNode[]
  /** The verb on the button. */
  submit: ReactNode
  danger?: boolean
  hidden?: Record<string, string | number>
  children?: ReactNode
}

/**
 * The form of an act: its effects, its fields and a button with its verb. It is open while the address says so, in a
 * dialog, or in the page without scripts.
 */
export function Act(props: ActProps) {
  const location = useLocation()
  const { act, on } = openAct(location)
  return act === props.name && on === (props.on ?? '') ? <OpenAct {...props} /> : null
}

function OpenAct({ name, on, title, effects, submit, danger = false, hidden = {}, children }: ActProps) {
  const t = useTranslations('operator.act')
  const location = useLocation()
  const navigate = useNavigate()
  const given = useActionData<ActAnswer>()
  const answer = given?.act === name ? given : null
  const dialog = useModal()
  const close = withoutAct(location)
  const isAboveFields = answer !== null && answer.prove === null && !hasField(answer, hidden)
  return (
    <dialog
      ref={dialog}
      open
      className="dialog act"
      aria-labelledby="act-title"
      onCancel={(event) => {
        event.preventDefault()
        void navigate(close, { replace: true, preventScrollReset: true })
      }}
    >
      <PostForm replace preventScrollReset>
        <input type="hidden" name="act" value={name} />
        {on && <input type="hidden" name="on" value={on} />}
        {Object.entries(hidden).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} />
        ))}
        <div className="dialog-head">
          <h2 id="act-title">{title}</h2>
          <Link to={close} replace preventScrollReset className="icon-btn" aria-label={t('close')}>
            <CloseIcon />
          </Link>
        </div>
        <div className="stack act-body">
          <ul className="ruled effects">
            {effects.map((effect, turn) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: sentences of one form, which do not move
              <li key={turn}>{effect}</li>
            ))}
          </ul>
          {isAboveFields && (
            <p className={answer.waits ? 'notice' : 'notice notice-bad'} role="alert">
              {answer.message}
            </p>
          )}
          {!answer?.waits && <AnswerContext value={answer}>{children}</AnswerContext>}
          {answer?.prove && <ProofFields answer={answer} />}
        </div>
        <div className="dialog-foot">
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

/** Whether the refusal is shown beside its field. */
function hasField({ param, typed }: ActAnswer, hidden: object): boolean {
  return param !== null && Object.hasOwn(typed, param) && !Object.hasOwn(hidden, param)
}

/** Makes a dialog modal, and returns the focus to the link that opened it. */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    const modal = dialog.current
    modal?.close()
    modal?.showModal()
    return () => {
      modal?.close()
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return dialog
}

/** The value of a field that was typed before the act was refused, and the field's error. */
function useTyped(name: string) {
  const answer = use(AnswerContext)
  return { defaultValue: answer?.typed[name], error: answer?.param === name ? answer.message : undefined }
}

type Named<P> = P & { name: string }

export function ActField({ defaultValue, ...props }: Named<ComponentProps<typeof Field>>) {
  const { defaultValue: typed, error } = useTyped(props.name)
  return <Field {...props} defaultValue={typed ?? defaultValue} error={error} />
}

export function ActArea({ defaultValue, ...props }: Named<ComponentProps<typeof TextAreaField>>) {
  const { defaultValue: typed, error } = useTyped(props.name)
  return <TextAreaField rows={3} {...props} defaultValue={typed ?? defaultValue} error={error} />
}

export function ActSelect({ defaultValue, ...props }: Named<ComponentProps<typeof SelectField>>) {
  const { defaultValue: typed, error } = useTyped(props.name)
  return <SelectField {...props} defaultValue={typed ?? defaultValue} error={error} />
}
