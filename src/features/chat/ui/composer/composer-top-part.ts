import { part } from '#shared/react/part.tsx'

export const ComposerTop = part('src/features/chat/ui/composer/composer-top.tsx', () =>
  import('./composer-top.tsx').then((module) => module.ComposerTop),
)
