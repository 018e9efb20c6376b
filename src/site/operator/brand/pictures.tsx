import { useTranslations } from 'use-intl'
import type { BrandDocument } from '#src/contract/brand/brand.ts'
import { type MarkName, markNames } from '#src/contract/brand/brand-names.ts'
import { ActLink } from '../acts/act.tsx'
import { Panel } from '../parts/frame/panel.tsx'

/** The four pictures, each on the background of the pages that show it. */
export function Pictures({ draft, mayEdit }: { draft: BrandDocument; mayEdit: boolean }) {
  const t = useTranslations('operatorBrand.pictures')
  return (
    <Panel title={t('title')} aside={t('aside')}>
      <div className="brand-pictures">
        {markNames.map((name) => (
          <figure key={name} data-ground={name.endsWith('Dark') ? 'dark' : 'light'}>
            <div>{draft[name] === null ? <span>{t(noneOf(name))}</span> : <img src={draft[name]} alt={t(name)} />}</div>
            <figcaption className="flow-base flow-ends">
              {t(name)}
              {mayEdit && (
                <ActLink act="picture" on={name} className="action-link" label={t('changeOf', { name: t(name) })}>
                  {t('change')}
                </ActLink>
              )}
            </figcaption>
          </figure>
        ))}
      </div>
    </Panel>
  )
}

function noneOf(name: MarkName): 'sameAsLight' | 'builtIn' | 'nameOnly' {
  if (name.endsWith('Dark')) return 'sameAsLight'
  return name === 'icon' ? 'builtIn' : 'nameOnly'
}
