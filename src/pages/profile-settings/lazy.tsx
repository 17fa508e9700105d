import { lazyComponent } from '#shared/react/lazy-component.tsx'

export const RowEditor = lazyComponent('src/pages/profile-settings/row-editor.tsx', () =>
  import('./row-editor.tsx').then((module) => module.RowEditor),
)
