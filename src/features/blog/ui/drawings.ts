import type { DrawnPost } from '../contract.ts'

/**
 * Parts of a drawing, from back to front. `sheet`: paper with an outline; `shade`: a tinted area; `ink`: a line; `fine`: a
 * thinner one; `thread`: the thread; `knot`: filled with its colour.
 */
export type DrawingPart = 'sheet' | 'shade' | 'ink' | 'fine' | 'thread' | 'knot'
export type Drawing = { tint: 'rose' | 'sage' | 'amber' | 'dusk'; parts: readonly (readonly [DrawingPart, string])[] }

/** Width and height of every drawing. */
export const drawingSize = { width: 480, height: 320 } as const

const dot = (x: number, y: number, r = 7) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`

/** One drawing for each post, with the thread in it; its paths are used for pages and for link previews. */
export const drawings: Record<DrawnPost, Drawing> = {
  /** Two speech bubbles; the thread asks a question in the second. */
  'first-messages': {
    tint: 'rose',
    parts: [
      [
        'sheet',
        'M62 96C63 66 92 56 142 55C196 53 232 60 236 94C239 128 232 154 192 158C170 160 152 159 138 159C130 174 114 186 98 190C105 178 108 168 106 159C74 154 60 134 62 96Z',
      ],
      [
        'sheet',
        'M252 158C254 128 286 118 336 118C390 117 422 128 424 164C426 198 412 216 376 219C378 230 385 242 396 250C376 248 358 238 346 222C290 225 250 212 252 158Z',
      ],
      ['fine', 'M92 86C120 81 152 90 206 84'],
      ['fine', 'M92 106C118 102 140 110 176 105'],
      [
        'thread',
        'M98 132C140 142 188 116 228 142C262 164 270 196 300 186C312 181 306 144 338 142C362 141 368 166 348 176C340 181 338 186 338 194',
      ],
      ['knot', dot(98, 132)],
      ['knot', dot(338, 208, 6)],
    ],
  },
  /** Two cups and a cake on a café table; the steam of both is one thread. */
  'first-date-safety': {
    tint: 'amber',
    parts: [
      ['ink', 'M44 250C150 244 330 254 438 246'],
      ['ink', 'M240 250C238 272 242 290 239 308M192 312C218 305 260 305 288 311'],
      ['sheet', 'M104 176C104 200 108 226 122 236C134 244 170 244 182 235C194 226 198 200 199 176C176 184 128 184 104 176Z'],
      ['sheet', 'M104 176C116 166 186 165 199 176C186 186 118 187 104 176Z'],
      ['ink', 'M105 190C84 184 80 222 114 224'],
      ['sheet', 'M284 174C284 198 288 225 301 235C314 243 350 243 362 234C374 225 378 198 379 174C356 182 308 182 284 174Z'],
      ['sheet', 'M284 174C296 164 366 163 379 174C366 184 298 185 284 174Z'],
      ['ink', 'M378 188C399 182 403 220 369 222'],
      ['sheet', 'M210 244C214 226 232 210 262 204C270 214 272 230 271 243Z'],
      ['fine', 'M213 231C230 226 252 224 270 225'],
      ['knot', dot(258, 197, 6)],
      [
        'thread',
        'M152 164C138 142 164 126 154 104C144 80 160 54 192 60C226 67 220 108 244 110C270 112 264 64 296 56C328 49 344 76 334 100C324 124 350 138 334 162',
      ],
    ],
  },
  /** Two heads without faces, a curtain between them, five minutes on the clock. */
  'blind-dates': {
    tint: 'dusk',
    parts: [
      ['sheet', 'M32 330C38 250 72 218 124 217C176 217 210 250 216 330'],
      ['sheet', 'M124 104C156 104 172 128 170 158C168 190 150 208 124 208C98 208 80 190 79 158C77 128 92 104 124 104Z'],
      ['fine', 'M82 142C96 128 104 118 124 118C146 118 158 132 168 144'],
      ['sheet', 'M264 330C270 250 304 218 356 217C408 217 442 250 448 330'],
      ['sheet', 'M356 104C388 104 403 128 401 158C400 190 382 208 356 208C330 208 312 190 310 158C309 128 324 104 356 104Z'],
      ['fine', 'M313 148C322 130 334 140 343 126C354 114 376 116 386 129C393 136 395 142 399 150'],
      ['ink', 'M240 118C231 148 250 178 240 208C231 238 250 280 240 330'],
      ['sheet', 'M240 34C260 34 274 48 274 68C274 88 260 102 240 102C220 102 206 88 206 68C206 48 220 34 240 34Z'],
      ['shade', 'M240 68L240 40C252 40 262 46 266 56Z'],
      ['ink', 'M240 48L240 68L256 60'],
      ['thread', 'M124 262C160 294 196 246 240 256C286 266 316 296 356 262'],
      ['knot', dot(124, 262)],
      ['knot', dot(356, 262)],
    ],
  },
  /** A folded map with one square; the thread wanders through it and settles on no point. */
  'location-and-privacy': {
    tint: 'sage',
    parts: [
      ['sheet', 'M58 84L178 58L300 86L424 60L422 244L300 270L178 242L60 268Z'],
      ['shade', 'M178 120L300 148L300 209L178 181Z'],
      [
        'fine',
        'M58 146C98 136 140 128 178 120L300 148C340 140 384 130 423 121M59 207C98 198 140 190 178 181L300 209C340 200 384 192 422 183',
      ],
      ['fine', 'M118 71L119 255M239 72L239 256M362 73L361 257'],
      ['ink', 'M178 58L178 242M300 86L300 270'],
      [
        'thread',
        'M88 232C110 196 138 236 164 206C188 178 200 142 238 148C276 156 272 194 240 190C206 186 212 150 250 158C288 168 280 204 318 190C350 178 338 130 384 106',
      ],
      ['knot', dot(88, 232)],
      ['knot', dot(384, 106)],
    ],
  },
  /** Three photographs on a line: a hill, a smiling person, a cake that went wrong. */
  'profiles-that-get-answers': {
    tint: 'rose',
    parts: [
      ['sheet', 'M66 104L168 116L154 244L52 230Z'],
      ['shade', 'M74 116L160 126L150 206L65 196Z'],
      ['ink', 'M68 196C82 168 92 148 102 144C112 150 116 166 122 172C128 166 132 158 136 160C144 172 148 190 151 204'],
      ['sheet', 'M190 128L292 124L296 254L194 256Z'],
      ['shade', 'M200 138L282 135L284 216L203 217Z'],
      ['ink', 'M242 150C260 150 268 162 267 178C266 196 256 206 242 206C228 206 218 196 217 178C216 162 226 150 242 150Z'],
      ['fine', 'M232 188C238 195 248 195 254 187M234 172L234 176M251 171L251 175'],
      ['sheet', 'M314 112L414 96L430 222L332 240Z'],
      ['shade', 'M324 121L408 107L418 187L335 201Z'],
      [
        'ink',
        'M346 190C346 174 344 162 350 158C364 150 384 158 396 148C402 156 402 170 406 180M346 176C360 170 386 174 403 166M366 154C364 144 366 138 370 134',
      ],
      ['thread', 'M18 74C70 112 170 122 240 116C312 110 400 106 462 62'],
      ['ink', 'M116 98L114 122M242 106L242 130M364 92L367 116'],
      ['knot', dot(18, 74)],
      ['knot', dot(462, 62)],
    ],
  },
  /** An envelope with a heart, on a hook: this time somebody else has the thread. */
  'spotting-scams': {
    tint: 'amber',
    parts: [
      ['ink', 'M34 300C96 214 166 120 276 50'],
      ['ink', 'M60 272C74 280 84 278 92 268M46 284L78 240'],
      ['sheet', 'M264 210L404 194L414 276L276 292Z'],
      ['fine', 'M276 292L332 244M414 276L352 242'],
      ['sheet', 'M264 210C290 228 320 248 342 256C360 242 386 214 404 194Z'],
      ['thread', 'M276 50C322 56 336 84 335 116C334 138 334 150 334 168C334 206 384 204 382 172C381 162 372 160 366 168'],
      ['knot', 'M342 262C328 250 322 244 324 235C326 226 338 226 341 234C344 226 356 224 359 233C361 242 355 250 342 262Z'],
      ['fine', 'M120 306C146 298 168 312 194 304C212 298 224 306 236 306'],
    ],
  },
  /** Two overlapping circles, and the knot in the overlap. */
  'what-compatibility-means': {
    tint: 'sage',
    parts: [
      ['sheet', 'M180 66C236 64 276 106 276 162C276 218 236 258 180 259C124 259 82 218 82 162C82 108 124 67 180 66Z'],
      ['sheet', 'M300 64C356 63 398 106 398 161C398 218 356 259 300 258C244 258 203 217 203 161C203 106 244 66 300 64Z'],
      ['shade', 'M240 86C264 104 276 132 276 162C276 192 264 220 240 238C216 220 204 192 203 161C204 132 216 104 240 86Z'],
      ['ink', 'M240 86C264 104 276 132 276 162C276 192 264 220 240 238C216 220 204 192 203 161C204 132 216 104 240 86Z'],
      ['fine', 'M112 118L120 127L136 107M112 222L132 204M113 204L131 223'],
      ['fine', 'M346 118L354 127L370 107M348 206L356 215L372 195'],
      ['thread', 'M118 166C150 144 182 186 214 172C244 158 256 116 238 116C220 116 228 166 256 174C288 182 322 142 362 162'],
      ['knot', dot(118, 166)],
      ['knot', dot(362, 162)],
    ],
  },
  /** A note of three sentences, and a bow with a loose end. */
  'saying-no-kindly': {
    tint: 'dusk',
    parts: [
      ['sheet', 'M122 58L318 44L334 244L138 260Z'],
      ['fine', 'M150 96C190 90 240 98 292 88M153 132C200 126 240 136 296 124M156 168C186 164 204 170 232 164'],
      [
        'thread',
        'M136 222C180 234 238 240 286 214C262 176 226 184 234 206C240 224 266 222 286 214C298 180 334 170 338 192C341 212 310 218 286 214C280 244 262 268 240 284M286 214C306 252 350 236 382 258C408 276 430 262 446 240',
      ],
      ['knot', dot(286, 214)],
    ],
  },
}

/** For posts without their own: two people and the thread between them. */
export const sharedDrawing: Drawing = {
  tint: 'rose',
  parts: [
    ['thread', 'M96 220C150 120 210 250 244 170C262 126 214 92 206 132C198 172 290 214 384 108'],
    ['knot', dot(96, 220, 16)],
    ['knot', dot(384, 108, 16)],
  ],
}
