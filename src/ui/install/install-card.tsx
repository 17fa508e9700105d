import { useId } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Mark } from '#ui/identity/mark.tsx'
import styles from './install-card.module.css'
import { InstallSteps } from './install-steps.tsx'
import type { InstallWay } from './install-way.ts'

type InstallCardProps = { way: InstallWay; onInstall: () => void; onLater: () => void }

/** Offers to install the app, over the foot of the page; it takes neither the focus nor the room of anything. */
export function InstallCard({ way, onInstall, onLater }: InstallCardProps) {
  const { t } = useI18n()
  const id = useId()
  const later = () => {
    // The pressed button goes; the keyboard continues at the page.
    document.getElementById('main')?.focus({ preventScroll: true })
    onLater()
  }
  return (
    <section className={styles.card} aria-labelledby={id}>
      <span className={styles.tile}>
        <Mark />
      </span>
      <div className={styles.words}>
        <h2 id={id}>{t('install.title')}</h2>
        <p>{t('install.text')}</p>
      </div>
      {way === 'by-hand' ? (
        <div className={styles.steps}>
          <InstallSteps />
        </div>
      ) : null}
      <div className={styles.actions}>
        <Button kind="quiet" size="s" type="button" onClick={later}>
          {t('install.later')}
        </Button>
        {way === 'prompt' ? (
          <Button size="s" type="button" onClick={onInstall}>
            {t('install.action')}
          </Button>
        ) : null}
      </div>
    </section>
  )
}
