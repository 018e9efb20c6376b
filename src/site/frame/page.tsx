import { Outlet } from 'react-router'
import { HeadTags } from '../head/head-tags.tsx'

/** The page of the address with its head tags. An error page replaces the page and its tags. */
export function Page() {
  return (
    <>
      <HeadTags />
      <Outlet />
    </>
  )
}
