import { Outlet } from 'react-router'
import { HeadTags } from '../head/head-tags.tsx'

/** The page of the address, with its tags in the head. An error takes its place, and brings its own. */
export function Page() {
  return (
    <>
      <HeadTags />
      <Outlet />
    </>
  )
}
