import { heldPart } from '#shared/held-part.tsx'

/** Its script comes once somebody is about to open the filters. */
export const FilterForm = heldPart('src/features/nearby/ui/filter-form.tsx', () =>
  import('./filter-form.tsx').then((module) => module.FilterForm),
)
