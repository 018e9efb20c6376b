import { useRouteError } from 'react-router'
import { ErrorPage } from '../frame/error-page.tsx'
import { Page } from '../frame/page.tsx'
import { PublicFrame } from '../frame/public-frame.tsx'

export default function PublicShell() {
  return (
    <PublicFrame>
      <Page />
    </PublicFrame>
  )
}

export function ErrorBoundary() {
  return (
    <PublicFrame sticky>
      <ErrorPage error={useRouteError()} />
    </PublicFrame>
  )
}
