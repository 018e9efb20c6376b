import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import type { Upload, UploadState } from '#src/contract/operator/imports.ts'
import { callRoute } from '../../../browser/call-route.ts'
import { PageLink } from '../../../page/page-link.tsx'
import { ActButton } from '../../acts/act-button.tsx'
import { Panel } from '../../parts/frame/panel.tsx'
import { Pill, type Tone } from '../../parts/marks/pill.tsx'
import type { Reader } from '../../shell/console-page.tsx'
import { Meter } from './meter.tsx'
import { useSizeText } from './size-text.ts'

const pollEveryMs = 2_000
const tones: Record<UploadState, Tone> = {
  receiving: 'half',
  ready: 'half',
  importing: 'half',
  stopped: 'warn',
  failed: 'bad',
  done: 'good',
}
const moving: readonly UploadState[] = ['receiving', 'ready', 'importing']

/** Uploads, reloaded while an upload is in progress. */
export function Uploads({ uploads: given, reader }: { uploads: readonly Upload[]; reader: Reader }) {
  const t = useTranslations('operatorData.uploads')
  const uploads = useFollowed(given)
  if (uploads.length === 0) return null
  return (
    <Panel title={t('title')} aside={t('aside')} flush>
      <ul className="ruled uploads">
        {uploads.map((upload) => (
          <UploadItem key={upload.id} upload={upload} reader={reader} />
        ))}
      </ul>
    </Panel>
  )
}

/** The newest state of the given uploads. When an upload is no longer in progress, the page reloads. */
function useFollowed(given: readonly Upload[]): readonly Upload[] {
  const [followed, setFollowed] = useState<{ given: readonly Upload[]; now: readonly Upload[] }>({ given, now: given })
  const { revalidate } = useRevalidator()
  const now = followed.given === given ? followed.now : given
  const isMoving = now.some(({ state }) => moving.includes(state))
  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(async () => {
      const result = await callRoute('GET /api/operator/uploads', {})
      if (!result.ok) return
      setFollowed({ given, now: result.data })
      const isOver = ({ id, state }: Upload) =>
        !moving.includes(state) && given.some((one) => one.id === id && one.state !== state)
      if (result.data.some(isOver)) void revalidate()
    }, pollEveryMs)
    return () => clearInterval(timer)
  }, [given, isMoving, revalidate])
  return now
}

function UploadItem({ upload, reader }: { upload: Upload; reader: Reader }) {
  const t = useTranslations('operatorData.uploads')
  const kinds = useTranslations('operatorData.kinds')
  const format = useFormatter()
  const sizeText = useSizeText()
  const { id, file, kind, state, version, received, bytes, fraction, rows, failure, importId } = upload
  const acts = actsOf[state].filter(() => reader.may('upload.steer'))
  return (
    <li>
      <p className="flow-base gap-8-16 upload-head">
        <b className="num">{file}</b>
        <span className="text-muted">{kinds(kind)}</span>
        <Pill tone={tones[state]}>{t(`states.${state}`)}</Pill>
      </p>
      {state === 'receiving' ? (
        <Meter label={t('received', { size: sizeText(bytes) })} share={received / bytes} />
      ) : (
        state !== 'failed' && <Meter label={t('imported', { rows: format.number(rows) })} share={fraction} />
      )}
      {state === 'receiving' && <p className="row-note">{t('goOn')}</p>}
      {failure && <p className="field-error">{failure}</p>}
      <div className="flow-base gap-8-16 upload-foot">
        {acts.map((act) => (
          <ActButton
            key={act}
            act={act}
            fields={{ on: id, version }}
            className="btn btn-outline btn-dense"
            label={t(`${act}Of`, { file })}
          >
            {t(act)}
          </ActButton>
        ))}
        {importId !== null && (
          <PageLink className="link" to={`/operator/data/imports/${importId}`}>
            {t('open')}
          </PageLink>
        )}
      </div>
    </li>
  )
}

const actsOf: Record<UploadState, readonly ('stop' | 'start' | 'drop')[]> = {
  receiving: ['drop'],
  ready: ['stop'],
  importing: ['stop'],
  stopped: ['start', 'drop'],
  failed: ['start', 'drop'],
  done: [],
}
