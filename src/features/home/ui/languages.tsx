import { localeActions } from '#features/locale/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { localeNames } from '#shared/i18n/locale-names.ts'
import { locales } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import styles from './languages.module.css'

/** The names of all languages, each in that language. A choice is saved, so they are buttons of a form and not links. */
export function Languages() {
  const { t, locale } = useI18n()
  return (
    <section className={styles.languages} aria-labelledby="languages">
      <div>
        <h2 id="languages">{t('home.languages.title')}</h2>
        <p>{t('home.languages.text')}</p>
      </div>
      <form method="post" action={localeActions.choose.path}>
        <input type="hidden" name="next" value={routes.home.path} />
        {locales.map((entry) => (
          <button
            key={entry.code}
            name="locale"
            value={entry.code}
            lang={entry.lang}
            aria-current={entry.code === locale.code ? 'true' : undefined}
          >
            {localeNames[entry.code].nativeName}
          </button>
        ))}
      </form>
    </section>
  )
}
