import { Art, Line } from '#ui/illustrations/art.tsx'
import { Pebble } from '#ui/illustrations/pebble.tsx'

/** One person asks, the other is the dot. */
export function QuestionMark() {
  return (
    <Art size={[300, 300]} draws="open">
      <Pebble tone="two" x={82} y={104} r={54} looks="right" />
      <Pebble tone="one" x={184} y={262} r={34} turn={60} looks="up" />
      <Line d="M104 66C112 18 172 2 214 28C256 56 254 110 218 140C188 164 150 156 152 128C154 104 190 106 194 138C198 170 184 190 184 226" />
    </Art>
  )
}
