import { Art, Dot, Line, Shape } from '#ui/illustrations/art.tsx'
import { Pebble } from '#ui/illustrations/pebble.tsx'

/** A present with the line as its ribbon, and somebody in front of it. */
export function GiftScene() {
  return (
    <Art size={[560, 240]}>
      <Pebble tone="two" x={468} y={164} r={58} turn={20} looks="left" />
      <Shape
        tone="one"
        d="M190 122C192 118 368 116 372 122C376 158 374 206 368 216C342 222 222 222 196 216C188 200 186 150 190 122Z"
      />
      <Shape
        tone="two"
        d="M176 92C180 86 382 84 386 92C390 108 388 122 384 126C344 130 218 130 180 126C174 120 172 100 176 92Z"
      />
      <Line d="M16 120C48 86 92 90 104 116C114 142 78 156 76 128C74 96 132 84 176 108C214 130 248 116 278 96C296 84 306 44 334 36C360 30 372 60 346 76C324 90 296 96 280 94C258 92 222 84 208 66C196 46 222 32 244 46C264 58 276 78 280 94C286 132 278 176 282 218" />
      <Line thin d="M280 94C300 112 330 118 352 146" />
      <Dot x={16} y={120} />
    </Art>
  )
}
