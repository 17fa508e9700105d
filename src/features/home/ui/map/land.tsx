import styles from './land.module.css'

type Spot = readonly [x: number, y: number]

const drawAll = (spots: readonly Spot[], shape: string) => spots.map(([x, y]) => `M${x} ${y}${shape}`).join('')

const walls = 'm-9 0v-11h18v11z'
const roof = 'm-12-11l12-10 12 10z'
const houses: readonly Spot[] = [
  [420, 190], [482, 118], [516, 152], [508, 186], [392, 128],
  [96, 470], [122, 448], [150, 492], [182, 458], [112, 508], [206, 490],
  [620, 330], [648, 316], [636, 354],
  [268, 92], [292, 80],
] // prettier-ignore
const tree = 'm0 0c-9 0-13-6-11-13 1-6 6-11 11-17 5 6 10 11 11 17 2 7-2 13-11 13zm0-8v16'
const trees: readonly Spot[] = [
  [84, 150], [112, 132], [140, 158], [66, 190], [104, 186], [132, 204], [160, 188], [88, 224], [170, 138], [52, 158],
  [330, 500], [360, 484], [388, 508], [352, 532], [318, 542], [406, 478], [380, 548],
  [560, 40], [588, 58], [616, 38], [642, 66],
  [560, 250], [536, 268],
] // prettier-ignore

/** An invented region, in squares of 100. */
export function Land() {
  return (
    <svg className={styles.land} viewBox="0 0 700 600" aria-hidden="true">
      <path
        className={styles.wood}
        d="M28 150C40 96 116 92 168 112C214 130 208 206 172 232C128 258 62 252 40 222C24 200 22 176 28 150Z"
      />
      <path className={styles.wood} d="M296 500C316 456 396 446 424 480C446 510 420 566 380 576C336 584 282 548 296 500Z" />
      <path className={styles.field} d="M196 300C252 268 330 280 356 320C372 360 320 400 262 396C204 390 160 332 196 300Z" />
      <path className={styles.field} d="M548 76C600 52 668 84 676 132C680 172 628 204 576 190C536 176 510 104 548 76Z" />
      <path
        className={styles.furrow}
        d="M206 312C260 290 312 296 348 326M204 336C258 312 312 318 346 350M216 360C262 338 304 342 330 370M560 94C606 76 648 96 668 128M556 120C600 102 640 122 656 152M562 148C596 132 626 146 640 172"
      />
      <path
        className={styles.road}
        d="M-10 520C60 500 90 476 150 462C250 438 330 420 380 350C420 292 420 220 446 156C466 110 520 20 560-10"
      />
      <path
        className={styles.road}
        d="M446 156C380 120 320 70 250 92C180 112 160 60 130-10M150 462C180 520 176 560 190 610M446 156C520 190 560 260 640 330"
      />
      <path
        className={styles.water}
        d="M700 380C650 392 640 420 596 430C548 442 540 482 500 500C462 518 470 566 440 610H710V376Z"
      />
      <path className={styles.shore} d="M710 378C650 392 640 420 596 430C548 442 540 482 500 500C462 518 470 566 440 610" />
      <path
        className={styles.river}
        d="M300-10C310 40 350 70 344 120C338 176 270 190 276 244C282 300 400 300 444 340C490 382 500 420 540 470"
      />
      <path className={styles.water} d="M216 214C236 196 284 204 296 226C304 250 268 268 238 262C212 256 200 230 216 214Z" />
      <path
        className={styles.wave}
        d="M560 500q8-8 16 0t16 0 16 0M600 540q8-8 16 0t16 0 16 0M520 556q8-8 16 0t16 0M630 460q8-8 16 0t16 0M610 584q8-8 16 0t16 0"
      />
      <path
        className={styles.hill}
        d="M14 340q26-44 54 0M52 346q20-34 42 0M20 388q24-40 50 0M480 250q22-36 46 0M30 60q24-40 50 0M66 66q18-30 38 0"
      />
      <path className={styles.tree} d={drawAll(trees, tree)} />
      <path className={styles.walls} d={drawAll(houses, walls)} />
      <path className={styles.roof} d={drawAll(houses, roof)} />
      <path className={styles.boat} d="M588 474l34 0q-4 14-17 14t-17-14zM604 470v-30l16 26z" />
      <path
        className={styles.grid}
        d="M100 0V600M200 0V600M300 0V600M400 0V600M500 0V600M600 0V600M0 100H700M0 200H700M0 300H700M0 400H700M0 500H700"
      />
    </svg>
  )
}
