import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Modal } from './modal.tsx'

export const noteTextMax = 200

/** Asks for the words of a note before it is placed on the chart. */
export function NoteDialog({ place, close }: { place: (text: string) => void; close: () => void }) {
  const t = useTranslations('chart.drawing')
  const search = useTranslations('chart.search')
  const [text, setText] = useState('')
  return (
    <Modal title={t('textTitle')} closeLabel={search('close')} onClose={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() !== '') place(text.trim())
        }}
      >
        <label className="field settings-fields">
          <span className="field-label">{t('text')}</span>
          <input
            className="input"
            value={text}
            maxLength={noteTextMax}
            data-first-focus
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <div className="dialog-foot">
          <button type="submit" className="btn btn-accent" disabled={text.trim() === ''}>
            {t('place')}
          </button>
        </div>
      </form>
    </Modal>
  )
}
