import { createContext, use } from 'react'
import type { Site } from './site.server.ts'

export const FrameContext = createContext<Site | null>(null)

export function useSite(): Site {
  const site = use(FrameContext)
  if (!site) throw new Error('useSite outside the locale layout')
  return site
}
