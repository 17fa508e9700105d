import { lazyComponent } from '#shared/react/lazy-component.tsx'

/** Most members choose a photo or a ready-made drawing. */
export const Drawing = lazyComponent('src/pages/questionnaire/drawing.tsx', () =>
  import('./drawing.tsx').then((module) => module.Drawing),
)
