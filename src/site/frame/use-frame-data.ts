import { useMatches } from 'react-router'
import type { FrameData } from './frame-data.server.tsx'

/** What the layout of the language has loaded; nothing where that failed. */
export function useFrameData(): Partial<FrameData> {
  return (useMatches()[1]?.loaderData as FrameData | undefined) ?? {}
}
