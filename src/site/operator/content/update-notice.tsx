import { useTranslations } from 'use-intl'
import { versionCheckMs } from '#src/contract/site.ts'
import { minuteMs } from '#src/contract/time.ts'
import { Panel } from '../parts/frame/panel.tsx'

/** The notice that readers see about a new version. It depends only on the running version, so it has no settings. */
export function UpdateNotice({ version }: { version: string }) {
  const t = useTranslations('operatorContent.update')
  const notice = useTranslations('frame.banner')
  return (
    <Panel title={t('title')} aside={t('version', { version })}>
      <p className="notice">{notice('text', { version })}</p>
      <p className="top-12 text-muted notice-rule">{t('rule', { minutes: String(versionCheckMs / minuteMs) })}</p>
    </Panel>
  )
}
