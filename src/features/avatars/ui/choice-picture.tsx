import type { ReactNode } from 'react'
import { drawingColours, type ColourPart, type Drawing, type DrawingPart } from '#shared/drawing/choices.ts'
import { layersOf, readDrawing } from '#shared/drawing/drawing.ts'
import styles from './drawing-builder.module.css'
import { Layers } from './drawing-picture.tsx'

/** What the pictures of a part's choices show of the drawing. */
const windows: Readonly<Record<Exclude<DrawingPart, ColourPart>, string>> = {
  hair: '350 130 1020 1020',
  mouth: '640 620 520 400',
  eyes: '640 560 520 400',
  glasses: '560 560 620 477',
  beard: '580 640 620 477',
  clothes: '180 960 1380 604',
}

export const isColour = (part: DrawingPart): part is ColourPart => part in drawingColours

/** A choice on the drawing as it is now; a colour is a spot. */
export function ChoicePicture({ part, value, drawing }: { part: DrawingPart; value: string; drawing: Drawing }): ReactNode {
  if (isColour(part)) return <Spot part={part} value={value} />
  const tried = readDrawing((each) => (each === part ? value : drawing[each]), drawing)
  const isClothing = part === 'clothes'
  const layers = layersOf(tried).filter(({ id }) => isClothing || !id.startsWith('clothes-'))
  return <Layers layers={layers} viewBox={windows[part]} className={styles.thumbnail} />
}

function Spot({ part, value }: { part: ColourPart; value: string }) {
  const colours: Readonly<Record<string, string>> = drawingColours[part]
  return (
    <svg viewBox="0 0 24 24" className={styles.spot} aria-hidden="true" focusable="false">
      <circle cx="12" cy="12" r="11" fill={colours[value]} stroke="currentColor" strokeWidth="1.5" />
    </svg>
  )
}
