import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { SizeText } from './size-text.ts'

type DropZoneProps = { name: string; accept: string; error: string | undefined; sizeText: SizeText }

/** A file field that covers its whole box, so that the browser accepts files dropped on the box. */
export function DropZone({ name, accept, error, sizeText }: DropZoneProps) {
  const t = useTranslations('operatorData.upload')
  const id = useId()
  const [file, setFile] = useState<File | null>(null)
  const describedBy = `${id}-hint${error ? ` ${id}-error` : ''}`
  return (
    <div className="field upload-file">
      <label className="field-label" htmlFor={id}>
        {t('file')}
      </label>
      <div className="gap-4 pad-16 breakable drop-zone" data-chosen={file !== null || undefined}>
        <input
          id={id}
          type="file"
          name={name}
          accept={accept}
          required
          aria-describedby={describedBy}
          aria-invalid={error ? true : undefined}
          onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)}
        />
        <p aria-hidden="true">
          {file === null ? (
            <b>{t('drop')}</b>
          ) : (
            <>
              <b className="num">{file.name}</b> <span className="text-muted">{sizeText(file.size)}</span>
            </>
          )}
        </p>
        <p className="quiet" id={`${id}-hint`}>
          {t('fileHint')}
        </p>
      </div>
      {error && (
        <p className="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
