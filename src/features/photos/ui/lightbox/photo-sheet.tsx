import type { SubmitEvent } from 'react'
import type { Action } from '#shared/routing/action.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { photoActions, type OwnPhotos, type OwnPhotoView } from '#features/photos/contract.ts'
import styles from './photo-sheet.module.css'

type PhotoSheetProps = {
  id: string
  photo: OwnPhotoView
  /** From 1. */
  number: number
  count: number
  isMain: boolean
  onSubmit: (action: Action<OwnPhotos>) => (event: SubmitEvent<HTMLFormElement>) => void
}

/** One photo's state and its actions. Removing it asks for confirmation. */
export function PhotoSheet({ id, photo, number, count, isMain, onSubmit }: PhotoSheetProps) {
  const { t } = useI18n()
  return (
    <Dialog id={id} title={t('photos.alt', { number })} closeLabel={t('common.form.close')} sheet>
      <div className={styles.sheet}>
        <p>{stateText(photo, t)}</p>
        <form method="post" action={photoActions.move.path} className={styles.actions} onSubmit={onSubmit(photoActions.move)}>
          <NoScriptForm id={photo.id} />
          {photo.state !== 'rejected' && !isMain ? (
            <Button wide kind="secondary" icon="star" name="to" value="first">
              {t('photos.move.firstShort')}
            </Button>
          ) : null}
          {number > 1 ? (
            <Button wide kind="secondary" icon="chevron-left" name="to" value="earlier">
              {t('photos.move.earlier')}
            </Button>
          ) : null}
          {number < count ? (
            <Button wide kind="secondary" icon="chevron-right" name="to" value="later">
              {t('photos.move.later')}
            </Button>
          ) : null}
        </form>
        <details className={styles.remove}>
          <summary>{t('photos.remove.short')}</summary>
          <form
            method="post"
            action={photoActions.remove.path}
            className={styles.actions}
            onSubmit={onSubmit(photoActions.remove)}
          >
            <NoScriptForm id={photo.id} />
            <p>{t('photos.remove.text')}</p>
            <Button wide kind="danger" icon="trash-2">
              {t('photos.remove.confirm')}
            </Button>
          </form>
        </details>
      </div>
    </Dialog>
  )
}

function stateText({ state, reason }: OwnPhotoView, t: ReturnType<typeof useI18n>['t']): string {
  if (state === 'pending') return t('photos.state.pendingText')
  if (state === 'approved') return t('photos.state.approved')
  return `${t('photos.state.rejected')}. ${t(`photos.reason.${reason ?? 'other'}`)}`
}

function NoScriptForm({ id }: { id: string }) {
  return (
    <>
      <noscript>
        <input type="hidden" name="plain" value="1" />
      </noscript>
      <input type="hidden" name="id" value={id} />
    </>
  )
}
