import { useI18n } from '#shared/i18n/context.tsx'
import { LandingLayout } from '../landing.tsx'
import type { LayoutProps } from '../layout-props.ts'
import { useSiteFrame } from './site-frame-props.ts'

export default function LandingFrame({ children, variant }: LayoutProps) {
  const { t } = useI18n()
  return (
    <LandingLayout {...useSiteFrame()} variant={variant === 'entry' ? 'entry' : 'page'} sceneText={t('common.brand.tagline')}>
      {children}
    </LandingLayout>
  )
}
