import { Component, type ReactNode } from 'react'
import { PageFailure, readLoss, type Loss } from './page-failure.tsx'

type FailureBoundaryProps = {
  children: ReactNode
  /** Another value is another page, which is tried again. */
  page?: unknown
  /** Instead of the text that offers to reload; null leaves the part out. */
  fallback?: ((failure: ReactNode) => ReactNode) | null
}

type FailureBoundaryState = { page: unknown; loss: Loss | null }

/** Keeps a render or an effect that throws from taking along more than this part of the page. The root reports the error. */
export class FailureBoundary extends Component<FailureBoundaryProps, FailureBoundaryState> {
  override state: FailureBoundaryState = { page: this.props.page, loss: null }

  /** The elements of the part still stand in the document, with what was typed. */
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
