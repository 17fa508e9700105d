import { citySketch, type CityProps } from '../contract.ts'
import styles from './city-sketch.module.css'

/** A drawn map: the city, its neighbours in their directions, and one thread through all of them. The page names them again as links. */
export function CitySketch({ city }: { city: CityProps }) {
  const { width, height } = citySketch
  const [here = { slug: '', x: width / 2, y: height / 2 }, ...others] = city.map
  const middle = { x: width / 2, y: height / 2 }
  const names = new Map(city.nearest.map(({ slug, name }) => [slug, name]))
  const around = others.toSorted((one, other) => angleFrom(middle, one) - angleFrom(middle, other))
  return (
    <svg className={styles.sketch} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path
        className={styles.ground}
        d={`M60 90C170 10 360 24 470 44C600 68 640 190 606 290C570 394 400 410 250 404C90 398 6 330 14 220C18 166 26 116 60 90Z`}
      />
      <path className={styles.thread} pathLength="1" d={threadThrough([here, ...from(here, around)])} />
      {around.map(({ slug, x, y }) => (
        <g key={slug}>
          <circle className={styles.dot} cx={x} cy={y} r="6" />
          <text
            className={styles.label}
            x={x}
            y={y}
            dy={isAbove(y, here.y, height) ? '-0.65em' : '1.4em'}
            textAnchor={anchorOf(x, width)}
          >
            {names.get(slug)}
          </text>
        </g>
      ))}
      <circle className={styles.here} cx={here.x} cy={here.y} r="12" />
    </svg>
  )
}

type Point = { x: number; y: number }

const angleFrom = (middle: Point, { x, y }: Point) => Math.atan2(y - middle.y, x - middle.x)

/** The round in its order, beginning with the city nearest to the start, so that the thread does not cross the drawing twice. */
function from<P extends Point>(start: Point, round: readonly P[]): P[] {
  const distances = round.map(({ x, y }) => Math.hypot(x - start.x, y - start.y))
  const first = distances.indexOf(Math.min(...distances))
  return [...round.slice(first), ...round.slice(0, first)]
}

/** Names stand away from the city, where the thread to it is not; those at the lower edge stay inside the drawing. */
const isAbove = (y: number, hereY: number, height: number) => y > height - 40 || (y < hereY && y > 30)

/** Names at the sides stay inside the drawing. */
function anchorOf(x: number, width: number): 'start' | 'middle' | 'end' {
  if (x < width / 5) return 'start'
  return x > (4 * width) / 5 ? 'end' : 'middle'
}

/** A smooth line through points: each curve leaves in the direction of the one before (Catmull-Rom as Bézier curves). */
function threadThrough(points: readonly Point[]): string {
  const at = (index: number): Point => points[Math.min(points.length - 1, Math.max(0, index))] ?? { x: 0, y: 0 }
  const round = Math.round
  const curves = points.slice(1).map((to, index) => {
    const [before, from, after] = [at(index - 1), at(index), at(index + 2)]
    const first = { x: from.x + (to.x - before.x) / 5, y: from.y + (to.y - before.y) / 5 }
    const second = { x: to.x - (after.x - from.x) / 5, y: to.y - (after.y - from.y) / 5 }
    return `C${round(first.x)} ${round(first.y)} ${round(second.x)} ${round(second.y)} ${to.x} ${to.y}`
  })
  return `M${at(0).x} ${at(0).y}${curves.join('')}`
}
