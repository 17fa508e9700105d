import { heldComponent } from '#shared/react/held-component.tsx'

/** Its script loads when the filters are about to be opened. */
export const FilterSheet = heldComponent('src/pages/people-nearby/filter-sheet.tsx', () =>
  import('./filter-sheet.tsx').then((module) => module.FilterSheet),
)
