import type { PixelState } from '#shared/bootstrap.ts'
import { ConsentBar } from './lazy.ts'
import type { PageComponent } from '#shared/react/lazy-component.tsx'

/** The lazy components of the frame around a public page: their files come with its document. */
export const frameParts = (pixel: PixelState | null): readonly PageComponent[] => (pixel ? [ConsentBar] : [])
