import { useId } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { Card } from '#ui/layout/card.tsx'
import type { OwnPhotosProps } from '#features/photos/contract.ts'
import { PhotoSlots } from './photo-slots.tsx'
import styles from './photos-editor.module.css'

type PhotosEditorProps = {
  photos: OwnPhotosProps['photos']
  closed: OwnPhotosProps['photosClosed']
  /** For links to this part of the page. */
  id?: string
}

/** A section with the member's own photos. */
export function PhotosEditor({ photos, closed, id }: PhotosEditorProps) {
  const { t } = useI18n()
  const headingId = useId()
  return (
    <Card as="section" id={id} labelledBy={headingId} className={styles.section}>
      <div className={styles.words}>
        <h2 id={headingId}>{t('photos.title')}</h2>
        <p>{t('photos.intro')}</p>
      </div>
      <PhotoSlots photos={photos} closed={closed} />
    </Card>
  )
}
