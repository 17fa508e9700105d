import { part } from '#shared/part.tsx'

export const PhotoViewer = part('src/features/chat/ui/photo-viewer.tsx', () =>
  import('./photo-viewer.tsx').then((module) => module.PhotoViewer),
)
