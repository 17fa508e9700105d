import { drawingColours, drawingViewBox, type Drawing } from '#shared/drawing/choices.ts'
import { layersOf, partHref, type Layer } from '#shared/drawing/drawing.ts'

type LayersProps = {
  layers: readonly Layer[]
  viewBox: string
  ground?: string
  /** Spoken description; without it the picture is decorative. */
  label?: string
  className?: string | undefined
}

/** Parts one upon another, from the file that the browser keeps. */
export function Layers({ layers, viewBox, ground, label, className }: LayersProps) {
  return (
    <svg
      viewBox={viewBox}
      className={className}
      aria-hidden={label ? undefined : true}
      aria-label={label}
      role={label ? 'img' : undefined}
      focusable="false"
    >
      {ground ? <rect width="1744" height="1744" fill={ground} /> : null}
      {layers.map((layer) => (
        <use key={layer.id} href={partHref(layer)} color={layer.color} />
      ))}
    </svg>
  )
}

type PictureProps = { drawing: Drawing; label: string; className?: string | undefined }

/** A drawing that is put together in the browser: no choice needs a request. */
export function DrawingPicture({ drawing, ...picture }: PictureProps) {
  return (
    <Layers
      layers={layersOf(drawing)}
      viewBox={drawingViewBox}
      ground={drawingColours.background[drawing.background]}
      {...picture}
    />
  )
}
