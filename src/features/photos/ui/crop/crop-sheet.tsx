import { useEffect, useState } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { startCrop, type Crop } from './crop.ts'
import { Cropper } from './cropper.tsx'
import { cutPicture } from './cut-picture.ts'

type CropSheetProps = {
  file: File
  /** Receives the chosen part, or the file itself if this browser cannot draw it. */
  onUse: (photo: Blob) => void
  onCancel: () => void
}

/** Asks which part of a chosen picture to show. Use the file as its key. */
export function CropSheet({ file, onUse, onCancel }: CropSheetProps) {
  const { t } = useI18n()
  const [source] = useState(() => URL.createObjectURL(file))
  const [image, setImage] = useState<HTMLImageElement | null>(null)
  const [crop, setCrop] = useState<Crop | null>(null)
  const [isCutting, setIsCutting] = useState(false)

  useEffect(() => () => URL.revokeObjectURL(source), [source])

  const use = async () => {
    if (!image || !crop || isCutting) return
    setIsCutting(true)
    onUse(await cutPicture(image, crop).catch(() => file))
  }

  return (
    <Dialog
      id="photo-crop"
      title={t('photos.crop.title')}
      closeLabel={t('common.form.cancel')}
      sheet
      open
      onClose={onCancel}
      actions={
        <Button type="button" wide icon="check" pending={isCutting} aria-disabled={!crop} onClick={() => void use()}>
          {t('photos.crop.use')}
        </Button>
      }
    >
      <Cropper
        source={source}
        picture={image ? { width: image.naturalWidth, height: image.naturalHeight } : null}
        crop={crop}
        onCrop={setCrop}
        onLoad={(loaded) => {
          setImage(loaded)
          setCrop(startCrop({ width: loaded.naturalWidth, height: loaded.naturalHeight }, 'tall'))
        }}
        // Sends the file unchanged: the server's response says what is wrong with it.
        onError={() => onUse(file)}
      />
    </Dialog>
  )
}
