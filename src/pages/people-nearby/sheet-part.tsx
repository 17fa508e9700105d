import { heldPart } from '#shared/react/held-part.tsx'

/** Its script comes once somebody is about to open the filters. */
export const FilterSheet = heldPart('src/pages/people-nearby/filter-sheet.tsx', () =>
  import('./filter-sheet.tsx').then((module) => module.FilterSheet),
)
