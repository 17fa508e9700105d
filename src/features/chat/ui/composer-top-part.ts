import { part } from '#shared/part.tsx'

export const ComposerTop = part('src/features/chat/ui/composer-top.tsx', () =>
  import('./composer-top.tsx').then((module) => module.ComposerTop),
)
