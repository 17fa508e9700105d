import { lazyInBrowser } from '#shared/react/lazy-component.tsx'

export const PhotoViewer = lazyInBrowser(() => import('./photo-viewer.tsx').then((module) => module.PhotoViewer))
