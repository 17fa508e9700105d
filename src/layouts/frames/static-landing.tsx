import type { LayoutProps } from '../layout-props.ts'
import { SiteFrame } from '../site-frame.tsx'
import { useSiteFrame } from './site-frame-props.ts'

export default function StaticLandingFrame({ children }: LayoutProps) {
  return <SiteFrame {...useSiteFrame()}>{children}</SiteFrame>
}
