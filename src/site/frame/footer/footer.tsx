import { useSite } from '../../context/site-context.ts'
import { PageLink } from '../../page/page-link.tsx'
import { Part, type ServerPart } from '../../parts/part.tsx'

/** The parts of the footer that never change. */
export type FooterParts = { lists: ServerPart; disclaimer: ServerPart; rights: ServerPart }

export function Footer({ parts }: { parts: FooterParts | undefined }) {
  const { status } = useSite()
  return (
    <footer className="site-footer">
      <div className="wrap">
        <Part part={parts?.lists} />
        <div className="flow-ends footer-end">
          <Part part={parts?.disclaimer} as="p" />
          <PageLink to="/status" className="footer-state" data-state={status.state}>
            {status.text}
          </PageLink>
          <Part part={parts?.rights} as="p" className="num" />
        </div>
      </div>
    </footer>
  )
}
