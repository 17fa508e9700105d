import { citySketch, type CityProps } from '../contract.ts'
import styles from './city-sketch.module.css'
import { positionLabels } from './label-positions.ts'

/** On phones the drawing is smaller but its text is not, so labels have other positions there. */
const labelSizes = [
  { size: 18, look: styles.wide },
  { size: 28, look: styles.narrow },
] as const

/**
 * A drawn map: the city, its neighbours in their directions, and one thread through all of them. The page also names them as
 * links.
 */
export function CitySketch({ city }: { city: CityProps }) {
  const { width, height } = citySketch
  const [here = { slug: '', x: width / 2, y: height / 2 }, ...others] = city.map
  const middle = { x: width / 2, y: height / 2 }
  const names = new Map(city.nearest.map(({ slug, name }) => [slug, name]))
  const around = others.toSorted((one, other) => angleFrom(middle, one) - angleFrom(middle, other))
  const dots = around.map(({ slug, x, y }) => ({ name: names.get(slug) ?? '', x, y }))
  return (
    <svg className={styles.sketch} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path
        className={styles.ground}
        d={`M60 90C170 10 360 24 470 44C600 68 640 190 606 290C570 394 400 410 250 404C90 398 6 330 14 220C18 166 26 116 60 90Z`}
      />
      <path className={styles.thread} pathLength="1" d={threadThrough([here, ...from(here, around)])} />
      {around.map(({ slug, x, y }) => (
        <circle key={slug} className={styles.dot} cx={x} cy={y} r="6" />
      ))}
      {labelSizes.map(({ size, look }) => (
        <g key={size} className={look}>
          {positionLabels(dots, size, citySketch).map(({ name, x, y, anchor }) => (
            <text key={name} className={styles.label} x={Math.round(x)} y={Math.round(y)} textAnchor={anchor}>
              {name}
            </text>
          ))}
        </g>
      ))}
      <circle className={styles.here} cx={here.x} cy={here.y} r="12" />
    </svg>
  )
}

type Point = { x: number; y: number }

const angleFrom = (middle: Point, { x, y }: Point) => Math.atan2(y - middle.y, x - middle.x)

/** The tour in its order, beginning with the city nearest to the start, so that the thread does not cross the drawing twice. */
function from<P extends Point>(start: Point, round: readonly P[]): P[] {
  const distances = round.map(({ x, y }) => Math.hypot(x - start.x, y - start.y))
  const first = distances.indexOf(Math.min(...distances))
  return [...round.slice(first), ...round.slice(0, first)]
}

/**
 * A smooth line through points: each curve starts in the direction in which the previous one ended (Catmull-Rom as Bézier
 * curves).
 */
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
