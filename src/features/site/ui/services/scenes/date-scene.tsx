import { Art, Dot, Line, Shape } from '#ui/illustrations/art.tsx'
import { Pebble } from '#ui/illustrations/pebble.tsx'

/** Two people at night, and a clock that the line draws around the moon. */
export function DateScene() {
  return (
    <Art size={[320, 240]} ground="night">
      <Pebble tone="ring" x={160} y={92} r={74} />
      <Shape
        tone="paper"
        d="M172 54C140 56 126 84 138 108C148 128 176 136 194 122C170 124 154 108 154 88C154 74 160 62 172 54Z"
      />
      <Pebble tone="one" x={62} y={188} r={48} looks="right" />
      <Pebble tone="two" x={258} y={188} r={48} turn={80} looks="left" />
      <Line d="M98 174C122 166 150 178 172 166C222 150 246 104 226 60C208 22 158 8 124 28C92 46 80 84 94 118" />
      <Dot x={98} y={174} />
      <Dot x={94} y={118} />
    </Art>
  )
}
