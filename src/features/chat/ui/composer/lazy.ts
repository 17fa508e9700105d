import { lazyComponent } from '#shared/react/lazy-component.tsx'

export const ComposerTop = lazyComponent('src/features/chat/ui/composer/composer-top.tsx', () =>
  import('./composer-top.tsx').then((module) => module.ComposerTop),
)
