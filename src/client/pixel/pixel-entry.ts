import { startPixel } from './pixel.ts'

/** Only documents of guests who have consented load this module, and contain the id (layouts/document-head.tsx). */
const id = document.querySelector<HTMLMetaElement>('meta[name="pixel"]')?.content
if (id) startPixel(id)
