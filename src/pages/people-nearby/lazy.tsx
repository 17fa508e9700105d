import { heldComponent } from '#shared/react/held-component.tsx'

/** Its script comes once somebody is about to open the filters. */
export const FilterSheet = heldComponent('src/pages/people-nearby/filter-sheet.tsx', () =>
  import('./filter-sheet.tsx').then((module) => module.FilterSheet),
)
