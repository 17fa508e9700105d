import { lazy, Suspense, useEffect, useRef, useState, type SubmitEvent } from 'react'
import { apiPaths } from '#shared/api-paths.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { useFlash } from '#shared/page-context.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { photoForms, photoTypes, type OwnPhotoView } from '#features/photos/contract.ts'
import styles from './add-photo.module.css'
import { startCrop, type Crop } from './crop.ts'

/** Only who has chosen a file needs what cuts and sends it. */
const Cropper = lazy(() => import('./cropper.tsx').then((module) => ({ default: module.Cropper })))

type AddPhotoProps = { onAdded: (photos: OwnPhotoView[], notice: string) => void }

/**
 * Without a script a file and a button; the server then cuts the middle. With one, the part to show is chosen first, and
 * only that part is sent.
 */
export function AddPhoto({ onAdded }: AddPhotoProps) {
  const { t } = useI18n()
  const flash = useFlash(photoForms.upload)
  const input = useRef<HTMLInputElement>(null)
  /** The picture on screen, once the browser could read it. */
  const [image, setImage] = useState<HTMLImageElement | null>(null)
  const cancel = useRef<(() => void) | null>(null)
  const [source, setSource] = useState<string | null>(null)
  const [crop, setCrop] = useState<Crop | null>(null)
  /** 0 to 1 while it is being sent. */
  const [share, setShare] = useState<number | null>(null)
  const [refusal, setRefusal] = useState<string | null>(flash?.fields?.['file'] ?? flash?.error ?? null)

  useEffect(() => (source ? () => URL.revokeObjectURL(source) : undefined), [source])
  useEffect(() => () => cancel.current?.(), [])
  useEffect(() => {
    if (refusal) input.current?.focus()
  }, [refusal])

  const reset = () => {
    setSource(null)
    setCrop(null)
    setImage(null)
    input.current?.form?.reset()
  }

  const choose = () => {
    const file = input.current?.files?.[0]
    setRefusal(null)
    setCrop(null)
    setImage(null)
    setSource(file ? URL.createObjectURL(file) : null)
  }

  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (share !== null) return
    // Chosen before the script was there: the part to show comes first.
    if (!source) return choose()
    if (!image || !crop) return
    setRefusal(null)
    setShare(0)
    const [{ cutPicture }, { sendPhoto }] = await Promise.all([import('./cut-picture.ts'), import('./send-photo.ts')])
    const sending = sendPhoto(await cutPicture(image, crop), setShare, t('common.error.unavailable'))
    cancel.current = sending.cancel
    const answer = await sending.answer
    cancel.current = null
    setShare(null)
    if (answer.kind === 'refused') setRefusal(answer.message)
    if (answer.kind !== 'done') return
    reset()
    onAdded(answer.photos, answer.notice)
    input.current?.focus()
  }

  const isSending = share !== null
  return (
    <form
      method="post"
      action={apiPaths.photos}
      encType="multipart/form-data"
      className={styles.form}
      onSubmit={send}
      aria-label={t('photos.add.title')}
    >
      <noscript>
        <input type="hidden" name="plain" value="1" />
      </noscript>
      <Field label={t('photos.add.file')} hint={t('photos.add.hint')} error={refusal ?? undefined}>
        {(control) => (
          <input
            {...control}
            ref={input}
            type="file"
            name="file"
            accept={photoTypes.join(',')}
            required
            disabled={isSending}
            onChange={choose}
          />
        )}
      </Field>
      {source ? (
        <Suspense fallback={null}>
          <Cropper
            source={source}
            picture={image ? { width: image.naturalWidth, height: image.naturalHeight } : null}
            crop={crop}
            onCrop={setCrop}
            onLoad={(loaded) => {
              setImage(loaded)
              setCrop(startCrop({ width: loaded.naturalWidth, height: loaded.naturalHeight }, 'tall'))
            }}
            onError={() => {
              reset()
              setRefusal(t('photos.crop.unreadable'))
            }}
          />
        </Suspense>
      ) : null}
      <div className={styles.buttons}>
        <Button icon="image" pending={isSending}>
          {t('photos.add.submit')}
        </Button>
        {source ? (
          <Button type="button" kind="quiet" onClick={isSending ? () => cancel.current?.() : reset}>
            {t('photos.add.cancel')}
          </Button>
        ) : null}
        {isSending ? <Progress share={share} /> : null}
      </div>
    </form>
  )
}

function Progress({ share }: { share: number }) {
  const { t } = useI18n()
  const percent = Math.round(share * 100)
  return (
    <span className={styles.progress}>
      <progress value={percent} max={100} aria-label={t('photos.add.title')} />
      <span>{percent < 100 ? t('photos.add.uploading', { percent }) : t('photos.add.finishing')}</span>
    </span>
  )
}
