import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { markBytesMax } from '#src/contract/brand/brand-names.ts'
import { useTyped } from '../acts/act.tsx'

/**
 * A file that is sent as a `data:` address. `has`: the brand has this picture already, so an empty field removes the
 * picture.
 */
export function PictureField({ has }: { has: boolean }) {
  const t = useTranslations('operatorBrand.picture')
  const id = useId()
  const { error } = useTyped('picture')
  const [picture, setPicture] = useState('')
  const [isLarge, setLarge] = useState(false)
  const large = t('large', { max: String(markBytesMax / 1024) })
  const wrong = isLarge ? large : error
  const read = async (input: HTMLInputElement) => {
    const [file] = input.files ?? []
    const tooLarge = (file?.size ?? 0) > markBytesMax
    // Without the file the form would remove the picture, so the browser must not send the form.
    input.setCustomValidity(tooLarge ? large : '')
    setLarge(tooLarge)
    setPicture(file && !tooLarge ? await addressOf(file) : '')
  }
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {t('file')}
      </label>
      <input
        id={id}
        className="input"
        type="file"
        accept=".svg,.png,image/svg+xml,image/png"
        required={!has}
        aria-describedby={wrong ? `${id}-hint ${id}-error` : `${id}-hint`}
        aria-invalid={wrong ? true : undefined}
        onChange={(event) => void read(event.currentTarget)}
      />
      <input type="hidden" name="picture" value={picture} />
      <p className="field-hint" id={`${id}-hint`}>
        {t('hint', { max: String(markBytesMax / 1024) })} {has && t('remove')}
      </p>
      {picture !== '' && <img className="top-8 brand-chosen" src={picture} alt={t('chosen')} />}
      {wrong && (
        <p className="field-error" id={`${id}-error`} role="alert">
          {wrong}
        </p>
      )}
    </div>
  )
}

function addressOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
