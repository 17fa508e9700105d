import { part } from '#shared/part.tsx'

export const PhotoLightbox = part('src/features/photos/ui/photo-lightbox.tsx', () =>
  import('./photo-lightbox.tsx').then((module) => module.PhotoLightbox),
)
