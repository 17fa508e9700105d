import { describeBand } from '#features/location/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import styles from './place-note.module.css'

/** What others can see of the visitor's own place (product.md 'Location is private by construction'). */
export function PlaceNote() {
  const translator = useI18n()
  const { t, locale, format } = translator
  const size =
    locale.units === 'metric'
      ? t('people.privacy.km', { count: format.number(5) })
      : t('people.privacy.miles', { count: format.number(3) })
  return (
    <aside className={styles.note}>
      <Icon name="shield-check" />
      <div>
        <h2 className={styles.title}>{t('people.privacy.title')}</h2>
        <p>{t('people.privacy.text', { band: describeBand(translator, 10), size })}</p>
      </div>
    </aside>
  )
}
