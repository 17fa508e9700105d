import { genders, type BasicsView } from '#features/profile/contract.ts'
import { firstNameLength } from '#shared/text/first-name.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import type { FormView } from '#ui/forms/action-form.tsx'
import { birthDateSpelling } from '#ui/fields/mask/birth-date-spelling.ts'
import { ChoiceGroup } from '#ui/fields/choice-group.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { MaskedField } from '#ui/fields/masked-field.tsx'
import styles from './basics-fields.module.css'

type Props = { basics: BasicsView; view: FormView }

/** First name, gender and date of birth. The date can be corrected once; after that it is shown as text. */
export function BasicsFields({ basics: { firstName, gender, birthDate }, view: { values, fields } }: Props) {
  const { t, locale } = useI18n()
  const typed = (name: string) => {
    const value = values[name]
    return typeof value === 'string' ? value : undefined
  }
  return (
    <>
      {/* A recent save may arrive after the fields are shown: the key resets them to it. */}
      <TextField
        key={`name-${firstName}`}
        label={t('profile.settings.basics.firstName')}
        name="firstName"
        autoComplete="given-name"
        maxLength={firstNameLength}
        required
        defaultValue={typed('firstName') ?? firstName}
        error={fields['firstName']}
      />
      <ChoiceGroup
        key={`gender-${gender}`}
        legend={t('profile.facts.gender')}
        name="gender"
        look="chips"
        required
        defaultValue={typed('gender') ?? gender ?? undefined}
        error={fields['gender']}
        options={genders.map((value) => ({ value, label: t(`profile.gender.${value}`) }))}
      />
      {birthDate.isFixed ? (
        <dl className={styles.fixed}>
          <dt>{t('profile.settings.basics.birthDate')}</dt>
          <dd className={styles.date}>{birthDate.text}</dd>
          <dd className={styles.why}>{t('common.field.birth-date-used')}</dd>
        </dl>
      ) : (
        <MaskedField
          mask={birthDate.mask}
          spelling={birthDateSpelling(locale.code)}
          label={t('profile.settings.basics.birthDate')}
          hint={t('profile.settings.basics.birthDateHint')}
          name="birthDate"
          inputMode="numeric"
          autoComplete="bday"
          required
          defaultValue={typed('birthDate') ?? birthDate.typed}
          error={fields['birthDate']}
        />
      )}
    </>
  )
}
