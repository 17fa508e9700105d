import type { KeyboardEvent, PointerEvent, ReactNode, SubmitEvent } from 'react'
import { apiPaths } from '#shared/api-paths.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { Tag } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogTrigger } from '#ui/dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Portrait } from '#ui/portrait.tsx'
import type { OwnPhotoView, PhotoState } from '#features/photos/contract.ts'
import styles from './photo-tile.module.css'

type PhotoTileProps = {
  photo: OwnPhotoView
  /** From 1. */
  number: number
  count: number
  isDragged: boolean
  /** With a script only: nothing else can drag. */
  handle: HandleEvents | null
  onSubmit: (action: string) => (event: SubmitEvent<HTMLFormElement>) => void
}

export type HandleEvents = {
  onPointerDown: (event: PointerEvent<HTMLButtonElement>) => void
  onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => void
}

/** One of one's own photos: what becomes of it, and where it stands. */
export function PhotoTile({ photo, number, count, isDragged, handle, onSubmit }: PhotoTileProps) {
  const { t } = useI18n()
  return (
    <li className={`${styles.tile} ${isDragged ? styles.dragged : ''}`} data-photo={photo.id}>
      <Portrait src={photo.address} alt={t('photos.alt', { number })} sizes="(min-width: 60rem) 16rem, 45vw" />
      <div className={styles.words}>
        <div className={styles.tags}>
          {number === 1 ? (
            <Tag kind="thread" icon="star">
              {t('photos.main')}
            </Tag>
          ) : null}
          <StateTag state={photo.state} />
        </div>
        {photo.reason ? <p>{t(`photos.reason.${photo.reason}`)}</p> : null}
        <div className={styles.controls}>
          {handle ? (
            <IconButton icon="menu" label={t('photos.move.handle', { number })} className={styles.handle} {...handle} />
          ) : null}
          <form method="post" action={apiPaths.photoMove} className={styles.steps} onSubmit={onSubmit(apiPaths.photoMove)}>
            <Plain id={photo.id} />
            <Step to="earlier" isOff={number === 1} label={t('photos.move.earlier', { number })} icon="chevron-left" />
            <Step to="later" isOff={number === count} label={t('photos.move.later', { number })} icon="chevron-right" />
            {number === 1 ? null : (
              <Button name="to" value="first" kind="quiet" size="s" icon="star" aria-label={t('photos.move.first', { number })}>
                {t('photos.move.firstShort')}
              </Button>
            )}
          </form>
          <RemovePhoto id={photo.id} number={number} onSubmit={onSubmit} />
        </div>
      </div>
    </li>
  )
}

const tags = {
  pending: { kind: 'amber', icon: 'clock' },
  approved: { kind: 'sage', icon: 'circle-check' },
  rejected: { kind: 'plain', icon: 'eye-off' },
} as const

function StateTag({ state }: { state: PhotoState }) {
  const { t } = useI18n()
  return <Tag {...tags[state]}>{t(`photos.state.${state}`)}</Tag>
}

type StepProps = { to: 'earlier' | 'later'; isOff: boolean; label: string; icon: 'chevron-left' | 'chevron-right' }

/** At the end of the row it stays where it is, so that a finger or the focus does not land on something else. */
function Step({ to, isOff, label, icon }: StepProps) {
  return <IconButton type="submit" name="to" value={to} icon={icon} label={label} aria-disabled={isOff || undefined} />
}

function RemovePhoto({ id, number, onSubmit }: { id: string; number: number; onSubmit: PhotoTileProps['onSubmit'] }) {
  const { t } = useI18n()
  const dialogId = `remove-${id}`
  return (
    <>
      <DialogTrigger target={dialogId} kind="quiet" size="s" icon="trash-2" aria-label={t('photos.remove.open', { number })}>
        {t('photos.remove.short')}
      </DialogTrigger>
      <Dialog id={dialogId} title={t('photos.remove.title')} closeLabel={t('common.form.close')}>
        <form method="post" action={apiPaths.photoRemove} className={styles.remove} onSubmit={onSubmit(apiPaths.photoRemove)}>
          <Plain id={id} />
          <p>{t('photos.remove.text')}</p>
          <Button kind="danger" icon="trash-2">
            {t('photos.remove.confirm')}
          </Button>
        </form>
      </Dialog>
    </>
  )
}

function Plain({ id }: { id: string }): ReactNode {
  return (
    <>
      <noscript>
        <input type="hidden" name="plain" value="1" />
      </noscript>
      <input type="hidden" name="id" value={id} />
    </>
  )
}
