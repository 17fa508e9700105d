import { browserPart } from '#shared/react/part.tsx'

export const PhotoViewer = browserPart(() => import('./photo-viewer.tsx').then((module) => module.PhotoViewer))
