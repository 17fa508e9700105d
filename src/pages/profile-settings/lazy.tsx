import { lazyComponent } from '#shared/react/lazy-component.tsx'

export const RowEditor = lazyComponent('src/pages/profile-settings/row-editor.tsx', () =>
  import('./row-editor.tsx').then((module) => module.RowEditor),
)

/** Few visits build a drawing. */
export const Drawing = lazyComponent('src/pages/profile-settings/drawing.tsx', () =>
  import('./drawing.tsx').then((module) => module.Drawing),
)
