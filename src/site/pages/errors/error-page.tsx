import { data } from 'react-router'

/** The error page at an address of its own, as the route table has it. */
export function loader() {
  throw data(null, { status: 500 })
}

export default function ErrorRoute() {
  return null
}
