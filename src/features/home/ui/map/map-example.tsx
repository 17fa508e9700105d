import { describeBand, type DistanceBand } from '#features/location/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { columns, startSquare } from '#features/home/map.ts'
import { Land } from './land.tsx'
import { LenaAvatar } from '../lena-avatar.tsx'
import { YouTag } from '../you-tag.tsx'
import styles from './map-example.module.css'

/** A name for each square, as on maps: B5 is the second one of the fifth row. */
const nameOf = (x: number, y: number) => String.fromCharCode(65 + x) + (y + 1)

/**
 * The squares are radio buttons, so the map works with the keyboard and without a script. The checked one positions pin and
 * thread by CSS. A script (src/client/examples) also lets the pin move within a square.
 */
export function MapExample({ bands }: { bands: readonly DistanceBand[] }) {
  const translator = useI18n()
  const { t } = translator
  return (
    <fieldset className={styles.example}>
      <legend className={styles.hint}>{t('home.map.hint')}</legend>
      <div className={styles.map}>
        <Land />
        <div className={styles.squares}>
          {bands.map((band, square) => {
            const [x, y] = [square % columns, Math.floor(square / columns)]
            return (
              <label key={square} className={styles.square}>
                <input
                  type="radio"
                  name="square"
                  value={square}
                  data-x={x}
                  data-y={y}
                  data-band={band}
                  aria-label={`${nameOf(x, y)}: ${describeBand(translator, band)}`}
                  defaultChecked={square === startSquare}
                />
              </label>
            )
          })}
        </div>
        <svg className={styles.thread} viewBox="0 0 200 40" preserveAspectRatio="none" aria-hidden="true">
          <path d="M0 20C40 2 66 8 88 24C104 36 122 36 122 22C122 8 102 8 104 22C106 36 152 32 200 20" />
        </svg>
        <span className={styles.other}>
          <LenaAvatar />
        </span>
        <span className={styles.pin} data-pin>
          <YouTag />
        </span>
      </div>
    </fieldset>
  )
}
