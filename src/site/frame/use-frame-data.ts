import { useMatches } from 'react-router'
import type { FrameData } from './frame-data.server.tsx'

/** The data of the language's layout; empty if its loader failed. */
export function useFrameData(): Partial<FrameData> {
  return (useMatches()[1]?.loaderData as FrameData | undefined) ?? {}
}
