import type { LayoutProps } from '../layout-props.ts'
import { StaticLandingLayout } from '../static-landing.tsx'
import { useSiteFrame } from './site-frame-props.ts'

export default function StaticLandingFrame({ children }: LayoutProps) {
  return <StaticLandingLayout {...useSiteFrame()}>{children}</StaticLandingLayout>
}
