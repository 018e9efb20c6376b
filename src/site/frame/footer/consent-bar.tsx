import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { answerConsent, loadTag, mayCount } from '../../browser/analytics.ts'
import { isPrivatePage } from '../../browser/page-kind.ts'
import { useSite } from '../../context/site-context.ts'

/** Requests the reader's consent to the counting of clicks, if the operator's tag script needs consent. */
export function ConsentBar() {
  const t = useTranslations('frame.consent')
  const { analytics, secure } = useSite()
  const { pathname } = useLocation()
  const [isShown, setIsShown] = useState(false)

  useEffect(() => {
    loadTag(analytics)
    setIsShown(analytics.scriptUrl !== null && !isPrivatePage(pathname) && mayCount(analytics) === null)
  }, [analytics, pathname])

  if (!isShown) return null
  const answer = (allowed: boolean) => {
    answerConsent(allowed, secure)
    setIsShown(false)
    loadTag(analytics)
  }
  return (
    <section className="flow-middle consent" aria-label={t('text')}>
      <p>{t('text')}</p>
      <button type="button" className="btn btn-small btn-outline" onClick={() => answer(false)}>
        {t('deny')}
      </button>
      <button type="button" className="btn btn-small btn-ink" onClick={() => answer(true)}>
        {t('allow')}
      </button>
    </section>
  )
}
