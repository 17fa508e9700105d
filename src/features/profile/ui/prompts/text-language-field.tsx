import { pageLanguage, type SpokenLanguage } from '#features/profile/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { SelectField } from '#ui/fields/select-field.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import styles from '../edit/answer-fields.module.css'

type Props = {
  name: string
  languages: readonly SpokenLanguage[]
  /** The value of a refused form. */
  typed: string | undefined
  /** '' if the writer does not say; undefined while there is no text: then the page's language is selected. */
  saved: string | undefined
  error?: string | undefined
}

/** In which language a text is written; nothing is detected. */
export function TextLanguageField({ name, languages, typed, saved, error }: Props) {
  const { t, locale } = useI18n()
  return (
    <div className={styles.see}>
      <Icon name="languages" size="s" />
      <SelectField
        label={t('profile.writtenIn.label')}
        labelHidden
        name={name}
        options={languages.map((value) => ({
          value,
          label: t('profile.writtenIn.named', { language: t(`profile.language.${value}`) }),
        }))}
        empty={t('profile.writtenIn.none')}
        defaultValue={typed ?? saved ?? pageLanguage(locale.code)}
        error={error}
      />
    </div>
  )
}
