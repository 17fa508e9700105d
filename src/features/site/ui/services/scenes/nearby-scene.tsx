import { Art, Dot, Line } from '#ui/illustrations/art.tsx'
import { Pebble } from '#ui/illustrations/pebble.tsx'

/** Rings around the viewer, and people somewhere in them. */
export function NearbyScene() {
  return (
    <Art size={[640, 300]}>
      <Pebble tone="ring" x={250} y={158} r={104} ry={78} />
      <Pebble tone="ring" x={252} y={156} r={194} ry={112} turn={2} />
      <Pebble tone="ring" x={262} y={154} r={290} ry={142} turn={-2} />
      <Pebble tone="two" x={92} y={92} r={26} />
      <Pebble tone="two" x={130} y={240} r={20} turn={40} />
      <Pebble tone="two" x={600} y={74} r={22} turn={80} />
      <Pebble tone="two" x={486} y={232} r={30} turn={120} />
      <Pebble tone="one" x={240} y={164} r={52} looks="right" />
      <Pebble tone="two" x={404} y={104} r={42} turn={200} looks="left" />
      <Line d="M274 128C296 84 348 72 356 104C364 140 310 168 302 136C296 108 330 92 364 100" />
      <Dot x={274} y={128} />
      <Dot x={365} y={100} />
    </Art>
  )
}
