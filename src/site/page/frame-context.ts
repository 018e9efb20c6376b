import { createContext, use } from 'react'
import type { FrameSettings } from './frame-data.server.ts'

export const FrameContext = createContext<FrameSettings | null>(null)

export function useSite(): FrameSettings {
  const site = use(FrameContext)
  if (!site) throw new Error('useSite outside the locale layout')
  return site
}
