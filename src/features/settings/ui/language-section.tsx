import { localeActions } from '#features/locale/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { localeNames } from '#shared/i18n/locale-names.ts'
import { locales, splitLocale } from '#shared/i18n/locales.ts'
import { usePage } from '#shared/react/page-context.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Section } from '#ui/layout/section.tsx'
import styles from './settings.module.css'

/** Changes the language at once: the same page is loaded in it, as a new document. */
export function LanguageSection() {
  const { t, locale } = useI18n()
  const { url } = usePage()
  return (
    <Section title={t('settings.language.title')} text={t('settings.language.text')}>
      <form method="post" action={localeActions.choose.path}>
        <input type="hidden" name="next" value={splitLocale(url).path} />
        <fieldset className={styles.languages}>
          <legend className="visually-hidden">{t('settings.language.label')}</legend>
          {locales.map(({ code, lang }) => (
            <button key={code} name="locale" value={code} lang={lang} aria-pressed={code === locale.code}>
              {localeNames[code].nativeName}
              {code === locale.code ? <Icon name="check" size="s" /> : null}
            </button>
          ))}
        </fieldset>
      </form>
    </Section>
  )
}
