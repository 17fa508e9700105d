import type { LayoutProps } from '../layout-props.ts'

/** No header, no bars: what stands around the content is the page's own. */
export default function BareFrame({ children }: LayoutProps) {
  return (
    <main id="main" tabIndex={-1}>
      {children}
    </main>
  )
}
