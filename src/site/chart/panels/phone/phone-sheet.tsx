import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { SheetTab } from './phone-bar.tsx'

const tabs = ['draw', 'indicators', 'compare', 'market', 'more'] as const satisfies readonly SheetTab[]

type PhoneSheetProps = { tab: SheetTab; show(tab: SheetTab): void; close(): void; children: ReactNode }

/** The sheet below the shrunk plot, for content that wider windows show in bars, menus and the side panel. */
export function PhoneSheet({ tab, show, close, children }: PhoneSheetProps) {
  const t = useTranslations('chart')
  const from = useRef<number | null>(null)
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newly chosen tab may be out of view
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ inline: 'nearest', block: 'nearest' })
  }, [tab])
  return (
    <section
      className="column phone-sheet"
      aria-label={t(`sheet.${tab}`)}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <button
        type="button"
        className="sheet-grip"
        aria-label={t('search.close')}
        onClick={close}
        onPointerDown={({ clientY }) => {
          from.current = clientY
        }}
        onPointerMove={({ clientY }) => {
          if (from.current !== null && clientY - from.current > 24) close()
        }}
        onPointerUp={() => {
          from.current = null
        }}
      />
      <div ref={list} className="strip ruled-bottom sheet-tabs" role="tablist" aria-label={t('toolbar.label')}>
        {tabs.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            aria-selected={one === tab}
            tabIndex={one === tab ? 0 : -1}
            onClick={() => show(one)}
            onKeyDown={(event) => {
              const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
              const next = by === undefined ? undefined : tabs[(tabs.indexOf(one) + by + tabs.length) % tabs.length]
              if (!next) return
              show(next)
              const all = event.currentTarget.parentElement?.children
              const at = all?.[tabs.indexOf(next)]
              if (at instanceof HTMLElement) at.focus()
            }}
          >
            {t(`sheet.${one}`)}
          </button>
        ))}
      </div>
      <div className="sheet-body">{children}</div>
    </section>
  )
}
