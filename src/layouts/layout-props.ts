import type { ReactNode } from 'react'
import type { LayoutVariant } from '#shared/routing/routes.ts'

export type LayoutProps = { children: ReactNode; variant?: LayoutVariant }
/** A layout reads labels and links from the page's contexts; it gets no separate data. */
export type LayoutComponent = (props: LayoutProps) => ReactNode
