import { Art, Dot, Line } from '#ui/illustrations/art.tsx'
import { Pebble } from '#ui/illustrations/pebble.tsx'

const answers = [
  [94, 58],
  [226, 66],
  [226, 104],
  [94, 98],
  [94, 138],
  [226, 144],
  [226, 184],
  [94, 180],
] as const

/** Answers of two people, laced together one by one. */
export function QuizScene() {
  return (
    <Art size={[320, 240]}>
      <Pebble tone="one" x={66} y={120} r={56} ry={104} turn={4} />
      <Pebble tone="two" x={254} y={122} r={56} ry={102} turn={-6} />
      <Line d="M94 58C140 30 182 90 226 66C262 50 264 98 226 104C182 110 146 72 94 98C58 112 60 132 94 138C140 146 174 118 226 144C262 160 256 186 226 184C180 180 142 152 94 180" />
      {answers.map(([x, y]) => (
        <Dot key={`${x} ${y}`} x={x} y={y} r={6} />
      ))}
    </Art>
  )
}
