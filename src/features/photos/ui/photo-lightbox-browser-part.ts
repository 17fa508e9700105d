import { browserPart } from '#shared/part.tsx'

export const PhotoLightbox = browserPart(() => import('./photo-lightbox.tsx').then((module) => module.PhotoLightbox))
