import { type MouseEvent, useRef } from 'react'
import { Link, useActionData, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { languages } from '#src/contract/locale.ts'
import type { ConsoleThread, WireCannedText } from '#src/contract/operator/tickets.ts'
import { contactMessageMax } from '#src/contract/site.ts'
import { textIn } from '#src/contract/status/status.ts'
import { type Answer, knownOf } from '../../reads/read.ts'
import { NotRead } from '../../reads/shown.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { PostForm, SubmitButton } from '../../ui/form/work-form.tsx'
import type { ActAnswer } from '../acts/act-answer.ts'
import { ProofFields } from '../acts/proof-fields.tsx'
import { Panel } from '../parts/frame/panel.tsx'
import type { Reader } from '../shell/console-page.tsx'

type AnswerFormProps = { ticket: ConsoleThread; texts: Answer<readonly WireCannedText[]>; reader: Reader }

/** Writes an answer by hand or from a canned text in the customer's language. A refused answer stays in the field. */
export function AnswerForm({ ticket, texts: read, reader }: AnswerFormProps) {
  const t = useTranslations('operatorTickets.answer')
  const { recipient, messages, version } = ticket
  const texts = knownOf(read) ?? []
  const { locale, email } = recipient
  const { search } = useLocation()
  const given = useActionData<ActAnswer>()
  const refused = given?.act === 'answer' ? given : null
  const form = useRef<HTMLFormElement>(null)
  const chosen = texts.find(({ name }) => name === new URLSearchParams(search).get('canned'))
  const insert = (event: MouseEvent, text: string) => {
    const area = form.current?.querySelector('textarea')
    if (!area) return
    event.preventDefault()
    area.value = area.value.trim() === '' ? text : `${area.value.trimEnd()}\n\n${text}`
    area.focus()
  }
  // Only the reader's own answer empties the field; other new messages do not.
  const written = messages.filter((message) => message.author === 'staff' && message.email === reader.email).length
  return (
    <Panel title={t('title')} aside={languages[locale].name}>
      <PostForm key={written} replace preventScrollReset ref={form} className="stack form gap-12">
        <input type="hidden" name="act" value="answer" />
        <input type="hidden" name="version" value={version} />
        {read.state === 'failed' && <NotRead what={t('cannedFailed')} />}
        {texts.length > 0 && (
          <nav className="flow-base desk-texts" aria-label={t('canned')}>
            <span className="text-muted">{t('canned')}</span>
            {texts.map(({ name, texts }) => (
              <Link
                key={name}
                to={`?canned=${name}`}
                className="action-link"
                preventScrollReset
                onClick={(event) => insert(event, textIn(texts, locale).text)}
              >
                {name}
              </Link>
            ))}
          </nav>
        )}
        <TextAreaField
          label={t('label')}
          name="text"
          rows={8}
          required
          lang={locale}
          maxLength={contactMessageMax}
          defaultValue={refused?.typed.text ?? (chosen && textIn(chosen.texts, locale).text)}
          hint={t('goesTo', { email, language: languages[locale].name })}
          error={refused?.prove === null ? refused.message : undefined}
        />
        {refused?.prove && <ProofFields answer={refused} />}
        <div className="flow">
          <SubmitButton>{t('send')}</SubmitButton>
          <SubmitButton name="closes" value="yes" className="btn btn-outline">
            {t('sendAndClose')}
          </SubmitButton>
        </div>
      </PostForm>
    </Panel>
  )
}
