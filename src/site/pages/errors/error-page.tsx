import { data } from 'react-router'

export function loader() {
  throw data(null, { status: 500 })
}

export default function ErrorRoute() {
  return null
}
