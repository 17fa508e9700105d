import { useState } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import type { Revealing } from '#features/encounters/talk/contract.ts'
import styles from './share-drawings.module.css'

/** A picture of the two drawings, made on the device: into the share sheet, or else a download. Useless without a script. */
export function ShareDrawings({ seeds: { own, partner } }: Pick<Revealing, 'seeds'>) {
  const { t } = useI18n()
  const [state, setState] = useState<'ready' | 'pending' | 'failed'>('ready')
  const share = async () => {
    setState('pending')
    const part = await import('./picture/share-picture.ts').catch(() => null)
    const isDone = await part?.sharePicture([own, partner]).catch(() => false)
    setState(isDone ? 'ready' : 'failed')
  }
  return (
    <div className={styles.share}>
      <Button kind="secondary" icon="image" pending={state === 'pending'} onClick={() => void share()}>
        {t('encounters.share.open')}
      </Button>
      <p>{t('encounters.share.text')}</p>
      {state === 'failed' ? <Notice kind="error">{t('encounters.share.failed')}</Notice> : null}
    </div>
  )
}
