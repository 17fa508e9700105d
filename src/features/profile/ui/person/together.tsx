import type { TogetherView } from '#features/profile/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import styles from './together.module.css'

/** Says in words what the two profiles share; renders nothing if they share nothing. */
export function Together({ together: { interests, intent } }: { together: TogetherView }) {
  const { t, format } = useI18n()
  const names = interests.map((interest) => format.inSentence(t(`profile.interest.${interest}`)))
  if (names.length === 0 && !intent) return null
  return (
    <section className={styles.together} aria-labelledby="together">
      <h2 id="together" className={styles.title}>
        <Icon name="heart-handshake" />
        {t('profile.together.title')}
      </h2>
      {names.length > 0 ? <p>{t('profile.together.interests', { list: format.list(names) })}</p> : null}
      {intent ? <p>{t('profile.together.intent', { intent: format.inSentence(t(`profile.intent.${intent}`)) })}</p> : null}
    </section>
  )
}
