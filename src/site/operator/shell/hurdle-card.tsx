import { useMemo } from 'react'
import { useActionData, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import type { ProofWay } from '#src/contract/account/refused.ts'
import { PageLink } from '../../page/page-link.tsx'
import { PostForm, SubmitButton } from '../../ui/form/work-form.tsx'
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

/** Shown instead of a page that failed or that the reader may not see: the reason, and the next step. */
export function HurdleCard({ hurdle, roles }: { hurdle: Hurdle; roles: string }) {
  const t = useTranslations('operator.hurdle')
  const { kind, message, requestId } = hurdle
  return (
    <div className="panel">
      <RefusedState
        title={t(`${kind}.title`)}
        icon={<Glyph name={glyphs[kind]} size={24} />}
        action={<Way hurdle={hurdle} />}
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

function Way({ hurdle: { kind, ways } }: { hurdle: Hurdle }) {
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
      return <ProveForm ways={ways} />
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

/** Shown in a session that has not proven the factor. A proof opens the page. */
function ProveForm({ ways }: { ways: readonly ProofWay[] }) {
  const t = useTranslations('operator.prove')
  const given = useActionData<ActAnswer>()
  const answer = useMemo(
    () => ({ act: 'prove', error: null, message: '', param: null, waits: false, typed: {}, ...given, prove: ways }),
    [given, ways],
  )
  return (
    <PostForm replace className="stack gap-12 prove-form">
      <input type="hidden" name="act" value="prove" />
      <ProofFields answer={answer} />
      <SubmitButton>{t('submit')}</SubmitButton>
    </PostForm>
  )
}
