import type { PixelState } from '#shared/bootstrap.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { Button } from '#ui/controls/button.tsx'
import { pixelActions, pixelAnchor } from '../contract.ts'
import styles from './consent-bar.module.css'

/**
 * Asks a guest about the analytics pixel, in the flow of the page and with two equal answers. Once answered, it stays hidden
 * until the link in the footer opens it.
 */
export function ConsentBar({ state }: { state: PixelState }) {
  const { t } = useI18n()
  const href = useHref()
  return (
    <aside
      id={pixelAnchor}
      className={state === 'none' ? styles.bar : `${styles.bar} ${styles.answered}`}
      aria-labelledby="pixel"
    >
      <div className={styles.words}>
        <h2 id="pixel">{t('common.pixel.label')}</h2>
        <p>
          {t('common.pixel.text')} <a href={href(routes.privacyPolicy, {})}>{t('common.footer.privacy')}</a>
        </p>
        {state === 'none' ? null : <p>{t(`common.pixel.${state}`)}</p>}
      </div>
      <form method="post" action={pixelActions.choose.path} className={styles.answers}>
        <Button kind="secondary" name="choice" value="accepted">
          {t('common.pixel.accept')}
        </Button>
        <Button kind="secondary" name="choice" value="declined">
          {t('common.pixel.decline')}
        </Button>
      </form>
    </aside>
  )
}
