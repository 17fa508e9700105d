import { Art, Line, Shape } from '#ui/illustrations/art.tsx'
import { Pebble } from '#ui/illustrations/pebble.tsx'

const mask =
  'M-48-4C-42-22-18-20 0-11C18-20 42-22 48-4C50 15 32 24 17 17C9 12 4 9 0 9C-4 9-9 12-17 17C-32 24-50 15-48-4ZM-34 0C-28-8-18-8-12 0C-18 8-28 8-34 0ZM12 0C18-8 28-8 34 0C28 8 18 8 12 0Z'

/** Two people under masks, whose strings are tied in a bow. */
export function MasksScene() {
  return (
    <Art size={[320, 240]}>
      <Pebble tone="one" x={84} y={140} r={68} />
      <Pebble tone="two" x={240} y={132} r={64} turn={70} />
      <g transform="translate(88 130) rotate(-6)">
        <Shape tone="ink" d={mask} />
      </g>
      <g transform="translate(238 120) rotate(7)">
        <Shape tone="ink" d={mask} />
      </g>
      <Line d="M135 122C146 118 152 96 142 78C130 58 104 64 112 80C120 96 150 92 164 74C178 56 206 40 208 60C210 80 176 86 158 76C148 96 172 116 190 116" />
      <Line thin d="M41 136C24 136 22 116 8 120" />
      <Line thin d="M286 124C300 124 300 144 314 138" />
    </Art>
  )
}
