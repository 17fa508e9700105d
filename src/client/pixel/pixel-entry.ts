import { startPixel } from './pixel.ts'

/** Only documents of guests who have agreed load this module, and name the id (layouts/document-head.tsx). */
const id = document.querySelector<HTMLMetaElement>('meta[name="pixel"]')?.content
if (id) startPixel(id)
