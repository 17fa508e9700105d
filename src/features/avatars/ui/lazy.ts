import { lazyComponent } from '#shared/react/lazy-component.tsx'

/** Few visits build a drawing. */
export const DrawingBuilder = lazyComponent('src/features/avatars/ui/drawing-builder.tsx', () =>
  import('./drawing-builder.tsx').then((module) => module.DrawingBuilder),
)
