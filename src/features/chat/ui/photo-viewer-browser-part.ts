import { browserPart } from '#shared/part.tsx'

export const PhotoViewer = browserPart(() => import('./photo-viewer.tsx').then((module) => module.PhotoViewer))
