import type { CSSProperties } from 'react'
import { useTranslations } from 'use-intl'
import { type AccentTheme, accentColours, defaultAccent } from '#src/contract/brand/accent.ts'

const heights = [9, 13, 8, 16, 12, 20, 15, 24] as const

/** The typed accent on light and dark pages, or the reason why it cannot be used. */
export function AccentPreview({ name, accent }: { name: string; accent: string }) {
  const t = useTranslations('operatorBrand.accent')
  const colours = accentColours(accent === '' ? defaultAccent : accent)
  if (typeof colours === 'string') return <p className="notice notice-bad">{t(colours)}</p>
  return (
    <>
      <Sample name={name} theme="light" colours={colours.light} />
      <Sample name={name} theme="dark" colours={colours.dark} />
    </>
  )
}

function Sample({ name, theme, colours }: { name: string; theme: 'light' | 'dark'; colours: AccentTheme }) {
  const t = useTranslations('operatorBrand.accent')
  const style = {
    '--accent': colours.accent,
    '--on-accent': colours.text,
    '--wash': colours.wash,
  } as CSSProperties
  return (
    <div className="stack framed gap-12 pad-16 items-start brand-sample" data-ground={theme} style={style}>
      <b className="num">{name}</b>
      <span className="btn btn-accent">{t('button')}</span>
      <p className="pad-8-12 text-14 brand-note">{t('note')}</p>
      <svg viewBox="0 0 80 26" role="img" aria-label={t('chart')}>
        {heights.map((height, at) => (
          <rect key={height} x={at * 10} y={26 - height} width="6" height={height} data-last={at === 7 || undefined} />
        ))}
      </svg>
    </div>
  )
}
