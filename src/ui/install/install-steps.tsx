import { useI18n } from '#shared/i18n/context.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import styles from './install-steps.module.css'

/** How to install the app in Safari on a phone or tablet, which has no prompt. */
export function InstallSteps() {
  const { t } = useI18n()
  return (
    <ol className={styles.steps}>
      <li>
        <ShareIcon />
        <span>{t('install.ios.share')}</span>
      </li>
      <li>
        <Icon name="plus" size="s" />
        <span>{t('install.ios.add')}</span>
      </li>
    </ol>
  )
}

/** Safari's share button, in the style of the other icons. The icon list is in every page's script, so it is not added there. */
function ShareIcon() {
  return (
    <svg className={styles.share} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d="M12 2v13M16 6l-4-4-4 4M8 10H6a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-8a2 2 0 0 0-2-2h-2" />
    </svg>
  )
}
