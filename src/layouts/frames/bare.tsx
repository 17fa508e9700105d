import type { LayoutProps } from '../layout-props.ts'

/** No header, no bars: the page brings its own. */
export default function BareFrame({ children }: LayoutProps) {
  return (
    <main id="main" tabIndex={-1}>
      {children}
    </main>
  )
}
