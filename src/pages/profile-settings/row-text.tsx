import type { EditRow } from '#features/profile/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import styles from './page.module.css'

/** Information to read before changing a row. */
export function RowText({ row }: { row: EditRow }) {
  const { t } = useI18n()
  if (row === 'answers') return <p className={styles.text}>{t('profile.answers.text')}</p>
  if (row !== 'basics' && row !== 'portrait' && row !== 'place' && row !== 'seeking') return null
  return <p className={styles.text}>{t(`profile.settings.${row}.text`)}</p>
}
