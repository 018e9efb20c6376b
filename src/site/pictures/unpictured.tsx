import { useTranslations } from 'use-intl'
import type { Read } from '../reads/read.ts'

/**
 * A picture needs at least this many points. With fewer points, the box of the picture shows the time of the first
 * price.
 */
export const picturedMin = 8

/** Too few points for a picture. `since`: the time of the first point, as text; null without points. */
export type Short = { since: string | null }

export type Picture<Drawing> = Read<Drawing | Short>

/** The drawing of a picture; null if the picture was not read or is too short. */
export function drawingOf<Drawing extends object>(picture: Picture<Drawing>): Drawing | null {
  return picture.state === 'known' && !('since' in picture.value) ? picture.value : null
}

/** Fills the box of a picture that is not drawn. */
export function Unpictured({ picture }: { picture: Picture<unknown> }) {
  const t = useTranslations('reads')
  if (picture.state !== 'known')
    return (
      <small className="unpictured" data-read={picture.state}>
        {picture.state === 'failed' ? t('unknown') : '–'}
      </small>
    )
  const { since } = picture.value as Short
  return <small className="unpictured">{since === null ? t('noLine') : t('since', { time: since })}</small>
}
