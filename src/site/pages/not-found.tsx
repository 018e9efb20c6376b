import type { LoaderFunctionArgs } from 'react-router'
import { notFound } from '../page.server.ts'

export function loader({ request }: LoaderFunctionArgs) {
  throw notFound(request)
}

export default function NotFoundPage() {
  return null
}
