import type { DrawingView } from '#shared/drawing/choices.ts'
import type { DrawingRequest } from './drawing-view.ts'

export { drawingAddresses, portraitSeeds } from './address.ts'
export { looksOf } from './looks.ts'

/** The builder of drawings. Few pages show it, so its code loads at the first one. */
export async function viewDrawing(request: DrawingRequest): Promise<DrawingView> {
  return (await import('./drawing-view.ts')).viewDrawing(request)
}
