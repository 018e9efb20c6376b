import type { ReactNode } from 'react'
import { useRouteError } from 'react-router'
import { useSite } from '../context/site-context.ts'
import { ErrorPage } from '../frame/error-page.tsx'
import type { PageHandle } from '../frame/frame.tsx'
import { Page } from '../frame/page.tsx'
import { PublicFrame } from '../frame/public-frame.tsx'
import { useKeptData } from '../page/keep-shown.ts'

export { clientMiddleware } from '../page/keep-shown.ts'

export const handle: PageHandle = { alwaysSticky: true }

export default function AccountShell() {
  useKeptData()
  return (
    <AccountFrame>
      <Page />
    </AccountFrame>
  )
}

export function ErrorBoundary() {
  return (
    <AccountFrame>
      <ErrorPage error={useRouteError()} />
    </AccountFrame>
  )
}

/** A bare page in a frame of the console has no header and footer. */
function AccountFrame({ children }: { children: ReactNode }) {
  const { framed } = useSite()
  return framed === 'bare' ? <main id="content">{children}</main> : <PublicFrame>{children}</PublicFrame>
}
