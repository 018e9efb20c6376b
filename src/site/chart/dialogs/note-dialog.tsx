import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { nameMax, readName } from '#src/contract/values/human-name.ts'
import { TextInput } from '../../ui/typing/text-input.tsx'
import { Modal } from './modal.tsx'

export function NoteDialog({ place, close }: { place: (text: string) => void; close: () => void }) {
  const t = useTranslations('chart.drawing')
  const search = useTranslations('chart.search')
  const [text, setText] = useState('')
  const read = readName(text, nameMax.note)
  return (
    <Modal title={t('textTitle')} closeLabel={search('close')} onClose={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (read.kind === 'ok') place(read.name)
        }}
      >
        <label className="field settings-fields">
          <span className="field-label">{t('text')}</span>
          <TextInput className="input" maxLength={nameMax.note} data-first-focus onText={setText} />
        </label>
        <div className="dialog-foot">
          <button type="submit" className="btn btn-accent" disabled={read.kind !== 'ok'}>
            {t('place')}
          </button>
        </div>
      </form>
    </Modal>
  )
}
