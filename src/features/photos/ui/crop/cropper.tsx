import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { ChoiceGroup } from '#ui/fields/choice-group.tsx'
import type { PhotoShape } from '#features/photos/contract.ts'
import { movedBy, scaledToShare, shareOf, smallestShare, startCrop, type Crop } from './crop.ts'
import styles from './cropper.module.css'

type Size = { width: number; height: number }

type CropperProps = {
  /** URL of the chosen file. */
  source: string
  picture: Size | null
  crop: Crop | null
  onLoad: (image: HTMLImageElement) => void
  onError: () => void
  onCrop: (crop: Crop) => void
}

const arrows: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** A picture with a box over the part to show. The box is moved by pointer or arrow keys and resized by a slider or + and −. */
export function Cropper({ source, picture, crop, onLoad, onError, onCrop }: CropperProps) {
  const { t } = useI18n()
  const ready = picture && crop ? { picture, crop } : null
  return (
    <div className={styles.cropper}>
      <div className={styles.stage}>
        <img
          className={styles.picture}
          src={source}
          alt=""
          draggable={false}
          onLoad={(event) => onLoad(event.currentTarget)}
          onError={onError}
        />
        {ready ? <Box {...ready} onCrop={onCrop} /> : null}
      </div>
      {ready ? (
        <div className={styles.controls}>
          <ChoiceGroup
            key={source}
            look="segmented"
            legend={t('photos.crop.shape')}
            name="shape"
            defaultValue={ready.crop.shape}
            options={(['tall', 'square'] as const satisfies PhotoShape[]).map((shape) => ({
              value: shape,
              label: t(`photos.crop.${shape}`),
            }))}
            onChange={(event) => onCrop(startCrop(ready.picture, event.currentTarget.value === 'square' ? 'square' : 'tall'))}
          />
          <label className={styles.size}>
            {t('photos.crop.size')}
            <input
              type="range"
              min={smallestShare(ready.picture, ready.crop.shape)}
              max="1"
              step="0.01"
              value={shareOf(ready.crop, ready.picture)}
              onChange={(event) => onCrop(scaledToShare(ready.crop, event.currentTarget.valueAsNumber, ready.picture))}
            />
          </label>
        </div>
      ) : null}
    </div>
  )
}

function Box({ picture, crop, onCrop }: { picture: Size; crop: Crop; onCrop: (crop: Crop) => void }) {
  const { t } = useI18n()
  const grip = useRef<{ x: number; y: number; crop: Crop } | null>(null)

  const grab = (event: PointerEvent<HTMLButtonElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    grip.current = { x: event.clientX, y: event.clientY, crop }
  }
  const drag = (event: PointerEvent<HTMLButtonElement>) => {
    const from = grip.current
    const stage = event.currentTarget.parentElement
    if (!from || !stage) return
    const scale = picture.width / stage.clientWidth
    onCrop(movedBy(from.crop, { x: (event.clientX - from.x) * scale, y: (event.clientY - from.y) * scale }, picture))
  }
  const letGo = () => {
    grip.current = null
  }
  const press = (event: KeyboardEvent<HTMLButtonElement>) => {
    const arrow = arrows[event.key]
    const step = Math.max(1, Math.round(picture.width * (event.shiftKey ? 0.1 : 0.02)))
    if (arrow) onCrop(movedBy(crop, { x: arrow.x * step, y: arrow.y * step }, picture))
    else if (event.key === '+' || event.key === '=') onCrop(scaledToShare(crop, shareOf(crop, picture) + 0.05, picture))
    else if (event.key === '-') onCrop(scaledToShare(crop, shareOf(crop, picture) - 0.05, picture))
    else return
    event.preventDefault()
  }

  const percent = (part: number, whole: number) => `${(part / whole) * 100}%`
  return (
    <button
      type="button"
      className={styles.box}
      aria-label={t('photos.crop.box')}
      onPointerDown={grab}
      onPointerMove={drag}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onKeyDown={press}
      style={{
        left: percent(crop.x, picture.width),
        top: percent(crop.y, picture.height),
        width: percent(crop.width, picture.width),
        height: percent(crop.height, picture.height),
      }}
    />
  )
}
