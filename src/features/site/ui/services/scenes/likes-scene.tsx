import { Art, Dot, Line } from '#ui/illustrations/art.tsx'
import { Pebble } from '#ui/illustrations/pebble.tsx'

/** A heart, a star and an eye in one line. */
export function LikesScene() {
  return (
    <Art size={[560, 240]}>
      <Pebble tone="one" x={130} y={112} r={92} />
      <Pebble tone="two" x={306} y={120} r={92} turn={150} />
      <Line d="M16 176C60 214 106 208 130 184C88 152 62 124 70 94C78 64 118 64 130 94C142 64 182 64 190 94C198 124 172 152 130 184C166 210 224 206 254 186C270 146 286 104 300 58C318 100 336 144 356 186C322 158 284 128 244 100C288 98 332 98 370 100C330 128 290 156 254 186C284 216 372 214 404 142C424 96 494 94 526 134C500 174 438 176 404 142" />
      <Dot x={16} y={176} />
      <Dot x={466} y={136} r={14} />
    </Art>
  )
}
