import { usePage } from '#shared/react/page-context.tsx'
import type { LayoutProps } from '../layout-props.ts'
import { ProtectedLayout } from '../protected.tsx'
import { useMemberFrame } from './member-frame-props.tsx'

export default function ProtectedFrame({ children, variant }: LayoutProps) {
  const { params, url } = usePage()
  const hasOpenChat = 'id' in params || new URLSearchParams(url.split('?')[1]).has('chat')
  return (
    <ProtectedLayout
      {...useMemberFrame()}
      variant={variant === 'fill' ? 'fill' : 'page'}
      immersive={variant === 'fill' && hasOpenChat}
    >
      {children}
    </ProtectedLayout>
  )
}
