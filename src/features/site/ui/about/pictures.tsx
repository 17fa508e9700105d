import { Art, Dot, Line } from '#ui/illustrations/art.tsx'
import { Pebble } from '#ui/illustrations/pebble.tsx'

/** The start of the page's thread: one of the two. It leaves at the middle of the lower edge. */
export function Beginning() {
  return (
    <Art size={[520, 440]} draws="open">
      <Pebble tone="one" x={236} y={214} r={142} looks="right" />
      <Line d="M214 78C206 26 262 4 292 30C322 58 300 102 268 92C236 80 268 26 330 40C416 60 438 150 420 236C404 316 330 352 290 376C268 390 260 412 260 440" />
      <Dot x={214} y={79} r={9} />
    </Art>
  )
}

/** Two people who walk past each other, in a tangle. */
export function Tangle() {
  return (
    <Art size={[520, 440]} draws="scroll">
      <Pebble tone="one" x={96} y={112} r={52} turn={30} looks="left" />
      <Pebble tone="two" x={428} y={330} r={52} looks="right" />
      <Line
        ahead
        d="M260 0C260 60 150 60 140 140C132 218 260 236 330 196C400 154 380 72 310 82C230 94 170 184 210 256C250 326 380 316 390 234C398 162 290 132 240 194C180 266 128 250 130 310C132 380 260 360 260 440"
      />
    </Art>
  )
}

/** The end of the thread: the two, tied. */
export function Ending() {
  return (
    <Art size={[520, 270]} draws="scroll">
      <Pebble tone="one" x={170} y={170} r={92} looks="right" />
      <Pebble tone="two" x={352} y={164} r={92} turn={80} looks="left" />
      <Line ahead d="M260 0C260 36 214 60 222 108C230 154 296 150 296 108C296 74 244 76 240 116C236 166 262 190 292 206" />
      <Dot x={292} y={206} r={9} />
    </Art>
  )
}
