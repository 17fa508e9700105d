import { Component, type ReactNode } from 'react'
import { PageFailure, readLoss, type Loss } from './page-failure.tsx'

type FailureBoundaryProps = {
  children: ReactNode
  /** A different value means a different page, which is rendered again. */
  page?: unknown
  /** Shown instead of the text that offers to reload; null hides the part. */
  fallback?: ((failure: ReactNode) => ReactNode) | null
}

type FailureBoundaryState = { page: unknown; loss: Loss | null }

/** If a render or an effect throws, only this part of the page is replaced. The root reports the error. */
export class FailureBoundary extends Component<FailureBoundaryProps, FailureBoundaryState> {
  override state: FailureBoundaryState = { page: this.props.page, loss: null }

  /** The part's elements, with what was typed, are still in the document. */
  static getDerivedStateFromError(): Partial<FailureBoundaryState> {
    return { loss: readLoss() }
  }

  static getDerivedStateFromProps({ page }: FailureBoundaryProps, state: FailureBoundaryState): FailureBoundaryState | null {
    return page === state.page ? null : { page, loss: null }
  }

  override render(): ReactNode {
    const { children, fallback } = this.props
    const { loss } = this.state
    if (!loss) return children
    if (fallback === null) return null
    const failure = <PageFailure {...loss} />
    return fallback ? fallback(failure) : failure
  }
}
