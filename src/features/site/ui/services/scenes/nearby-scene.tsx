import { Art, Dot, Line } from '#ui/illustrations/art.tsx'
import { Pebble } from '#ui/illustrations/pebble.tsx'

/** Bands around oneself and people in them; nobody stands at a point. */
export function NearbyScene() {
  return (
    <Art size={[640, 300]}>
      <Pebble tone="ring" x={236} y={164} r={92} />
      <Pebble tone="ring" x={236} y={164} r={168} ry={160} turn={24} />
      <Pebble tone="ring" x={236} y={164} r={262} ry={250} turn={60} />
      <Pebble tone="two" x={84} y={92} r={26} />
      <Pebble tone="two" x={118} y={248} r={20} turn={40} />
      <Pebble tone="two" x={566} y={72} r={22} turn={80} />
      <Pebble tone="two" x={500} y={236} r={30} turn={120} />
      <Pebble tone="one" x={236} y={164} r={54} looks="right" />
      <Pebble tone="two" x={404} y={104} r={42} turn={200} looks="left" />
      <Line d="M274 128C296 84 348 72 356 104C364 140 310 168 302 136C296 108 330 92 364 100" />
      <Dot x={274} y={128} />
      <Dot x={365} y={100} />
    </Art>
  )
}
