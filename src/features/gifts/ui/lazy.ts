import { lazyComponent } from '#shared/react/lazy-component.tsx'

/** Only browsers without a script show it. */
export const GiftForm = lazyComponent('src/features/gifts/ui/gift-form.tsx', () =>
  import('./gift-form.tsx').then((module) => module.GiftForm),
)
