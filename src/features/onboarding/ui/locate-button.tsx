import { useRef, useState } from 'react'
import { coarsePosition } from '#features/location/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import styles from './questionnaire.module.css'

const patience: PositionOptions = { enableHighAccuracy: false, timeout: 10_000, maximumAge: 10 * 60_000 }

/**
 * Turns the device's position into its cell and posts the surrounding form with the cell alone. It needs a script: without one,
 * the style sheet hides it. A press before hydration is replayed.
 */
export function LocateButton() {
  const { t } = useI18n()
  const cellX = useRef<HTMLInputElement>(null)
  const cellY = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<'idle' | 'locating' | 'denied' | 'failed'>('idle')

  const locate = () => {
    if (!('geolocation' in navigator)) return setState('failed')
    setState('locating')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const cell = coarsePosition(coords.latitude, coords.longitude)
        if (cellX.current) cellX.current.value = String(cell.cellX)
        if (cellY.current) cellY.current.value = String(cell.cellY)
        setState('idle')
        cellX.current?.form?.requestSubmit()
      },
      (error) => setState(error.code === error.PERMISSION_DENIED ? 'denied' : 'failed'),
      patience,
    )
  }
  return (
    <div className={styles.locate}>
      <input ref={cellX} type="hidden" name="cellX" defaultValue="" />
      <input ref={cellY} type="hidden" name="cellY" defaultValue="" />
      <Button type="button" kind="secondary" icon="map-pin" pending={state === 'locating'} onClick={locate} data-replay>
        {t(state === 'locating' ? 'questionnaire.place.locating' : 'questionnaire.place.locate')}
      </Button>
      {state === 'denied' || state === 'failed' ? <Notice kind="warn">{t(`questionnaire.place.${state}`)}</Notice> : null}
      <p className={styles.or}>{t('questionnaire.place.or')}</p>
    </div>
  )
}
