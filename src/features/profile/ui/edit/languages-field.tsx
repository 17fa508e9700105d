import { nearLanguagesAtMost, profileLimits, type SpokenLanguage } from '#features/profile/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { ChoiceGroup } from '#ui/fields/choice-group.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import styles from './languages-field.module.css'

type Props = {
  offered: readonly SpokenLanguage[]
  chosen: readonly string[]
  error: string | undefined
}

/** The languages that a member speaks: a few and the chosen ones, the others folded up. */
export function LanguagesField({ offered, chosen, error }: Props) {
  const { t } = useI18n()
  const isShown = (language: SpokenLanguage, index: number) => index < nearLanguagesAtMost || chosen.includes(language)
  const shared = { name: 'languages[]', look: 'chips', multiple: true, defaultValue: chosen } as const
  const optionsOf = (languages: readonly SpokenLanguage[]) =>
    languages.map((value) => ({ value, label: t(`profile.language.${value}`) }))
  return (
    <div className={styles.languages}>
      <ChoiceGroup
        {...shared}
        legend={t('profile.field.languages')}
        hint={t('profile.fieldHint.languages', { count: profileLimits.languages })}
        error={error}
        options={optionsOf(offered.filter(isShown))}
      />
      <details>
        <summary>
          <Icon name="plus" size="s" />
          {t('profile.otherLanguages')}
        </summary>
        <ChoiceGroup
          {...shared}
          legend={t('profile.otherLanguages')}
          legendHidden
          options={optionsOf(offered.filter((language, index) => !isShown(language, index)))}
        />
      </details>
    </div>
  )
}
