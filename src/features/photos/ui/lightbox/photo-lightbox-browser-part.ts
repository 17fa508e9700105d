import { browserPart } from '#shared/react/part.tsx'

export const PhotoLightbox = browserPart(() => import('./photo-lightbox.tsx').then((module) => module.PhotoLightbox))
