import type { ReactNode } from 'react'
import { SiteFrame, type SiteFrameProps } from './site-frame.tsx'

/** Long texts (ui/layout/long-text.tsx): legal pages. */
export function StaticLandingLayout({ children, ...frame }: SiteFrameProps & { children: ReactNode }) {
  return <SiteFrame {...frame}>{children}</SiteFrame>
}
