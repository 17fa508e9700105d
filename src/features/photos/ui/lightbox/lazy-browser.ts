import { lazyInBrowser } from '#shared/react/lazy-component.tsx'

export const PhotoLightbox = lazyInBrowser(() => import('./photo-lightbox.tsx').then((module) => module.PhotoLightbox))
