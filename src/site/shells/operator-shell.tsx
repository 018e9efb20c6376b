import { useRouteError } from 'react-router'
import { ErrorPage } from '../frame/error-page.tsx'
import { Frame } from '../frame/frame.tsx'
import { Page } from '../frame/page.tsx'
import { PublicFrame } from '../frame/public-frame.tsx'
import { ConsoleHeader } from '../operator/shell/console-header.tsx'
import { ConsoleZone } from '../operator/shell/console-zone.tsx'
import { useKeptData } from '../page/keep-shown.ts'

export { clientMiddleware } from '../page/keep-shown.ts'

export default function OperatorShell() {
  useKeptData()
  return (
    <ConsoleZone>
      <Frame header={<ConsoleHeader />}>
        <Page />
      </Frame>
    </ConsoleZone>
  )
}

/** Accounts without a staff role see the site's page for an unknown address. */
export function ErrorBoundary() {
  return (
    <PublicFrame sticky>
      <ErrorPage error={useRouteError()} />
    </PublicFrame>
  )
}
