import { useI18n } from '#shared/i18n/context.tsx'
import styles from './you-tag.module.css'

/** Represents the visitor, who has no portrait here. */
export function YouTag() {
  const { t } = useI18n()
  return <span className={styles.tag}>{t('quiz.match.you')}</span>
}
