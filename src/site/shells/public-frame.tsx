import type { ReactNode } from 'react'
import { ContactBox } from '../frame/contact-box.tsx'
import { Footer } from '../frame/footer.tsx'
import { Frame, usePageHandle } from '../frame/frame.tsx'
import { Header } from '../frame/header/header.tsx'

/** `sticky` draws the header as if the page were scrolled, where no page says so itself. */
export function PublicFrame({ children, sticky = false }: { children: ReactNode; sticky?: boolean }) {
  const { showHeader = true, showFooter = true, showContact = true, alwaysSticky = sticky } = usePageHandle()
  return (
    <Frame
      header={showHeader && <Header alwaysSticky={alwaysSticky} />}
      footer={showFooter && <Footer />}
      aside={showContact && <ContactBox />}
    >
      {children}
    </Frame>
  )
}
