import { Art, Dot, Line } from '#ui/illustrations/art.tsx'
import { Pebble } from '#ui/illustrations/pebble.tsx'

/** A heart and a star in one line, and a person who looks in. */
export function LikesScene() {
  return (
    <Art size={[560, 240]}>
      <Pebble tone="one" x={130} y={116} r={92} />
      <Pebble tone="two" x={306} y={120} r={92} turn={150} />
      <Pebble tone="one" x={488} y={150} r={58} turn={60} looks="left" />
      <Line d="M16 176C60 214 106 208 130 184C88 152 62 124 70 94C78 64 118 64 130 94C142 64 182 64 190 94C198 124 172 152 130 184C166 210 224 206 267 175L275 132L243 102L287 95L306 56L325 95L369 102L337 132L345 175L306 155L267 175C300 216 392 224 440 186C466 164 436 140 424 164C414 186 444 208 474 206" />
      <Dot x={16} y={176} />
      <Dot x={474} y={206} />
    </Art>
  )
}
