import type { ReactNode } from 'react'
import { ContactBox } from './footer/contact-box.tsx'
import { Footer } from './footer/footer.tsx'
import { Frame, usePageHandle } from './frame.tsx'
import { Header } from './header/header.tsx'
import { useFrameData } from './use-frame-data.ts'

/** `sticky`: the default of `alwaysSticky`. With `alwaysSticky` the header always looks as on a scrolled page. */
export function PublicFrame({ children, sticky = false }: { children: ReactNode; sticky?: boolean }) {
  const { brand, products, mobileProducts, footer, channels } = useFrameData()
  const { showFooter = true, showContact = true, alwaysSticky = sticky } = usePageHandle()
  return (
    <Frame
      header={<Header {...{ alwaysSticky, brand, products, mobileProducts }} />}
      footer={showFooter && <Footer parts={footer} />}
      aside={showContact && <ContactBox channels={channels} />}
    >
      {children}
    </Frame>
  )
}
