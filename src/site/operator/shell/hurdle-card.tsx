import { Form, useActionData, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { PageLink } from '../../page/page-link.tsx'
import type { ActAnswer } from '../acts/act-answer.ts'
import { ProofFields } from '../acts/proof-fields.tsx'
import { RefusedState } from '../parts/frame/states.tsx'
import { Glyph, type GlyphName } from '../parts/marks/glyph.tsx'
import type { Hurdle } from './loaded.ts'
import './hurdle-card.css'

const glyphs: Record<Hurdle['kind'], GlyphName> = {
  factor: 'key',
  prove: 'key',
  role: 'lock',
  missing: 'search',
  failed: 'warning',
}

/** Shown instead of a page that failed or that the reader may not see: the reason, and what to do. */
export function HurdleCard({ hurdle, email, roles }: { hurdle: Hurdle; email: string; roles: string }) {
  const t = useTranslations('operator.hurdle')
  const { kind, message, requestId } = hurdle
  return (
    <div className="panel">
      <RefusedState
        title={t(`${kind}.title`)}
        icon={<Glyph name={glyphs[kind]} size={24} />}
        action={<Way {...{ kind, email }} />}
      >
        <p>{t(`${kind}.text`, { roles })}</p>
        {kind === 'failed' && (
          <p>
            {message} {t('request')} <code className="num">{requestId}</code>
          </p>
        )}
      </RefusedState>
    </div>
  )
}

function Way({ kind, email }: { kind: Hurdle['kind']; email: string }) {
  const t = useTranslations('operator.hurdle')
  const { pathname, search } = useLocation()
  switch (kind) {
    case 'factor':
      return (
        <PageLink to="/dashboard/security" className="btn btn-accent">
          {t('factor.way')}
        </PageLink>
      )
    case 'prove':
      return <ProveForm email={email} />
    case 'failed':
      return (
        <a href={pathname + search} className="btn btn-outline">
          {t('failed.way')}
        </a>
      )
    case 'role':
    case 'missing':
      return null
  }
}

/** Shown when the sign-in of twelve hours has expired. A new proof opens the page. */
function ProveForm({ email }: { email: string }) {
  const t = useTranslations('operator.prove')
  const given = useActionData<ActAnswer>()
  const answer: ActAnswer = given ?? { act: 'prove', message: '', param: null, prove: 'password', typed: {} }
  return (
    <Form method="post" replace className="stack prove-form">
      <input type="hidden" name="act" value="prove" />
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" />
      <ProofFields answer={{ ...answer, prove: answer.prove ?? 'password' }} email={email} />
      <button type="submit" className="btn btn-accent">
        {t('submit')}
      </button>
    </Form>
  )
}
