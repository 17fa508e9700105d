import { useState } from 'react'
import { profileLimits, type AnswersView } from '#features/profile/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { fold } from '#shared/text/fold.ts'
import type { FormView } from '#ui/forms/action-form.tsx'
import { ChoiceGroup } from '#ui/fields/choice-group.tsx'
import { TextField } from '#ui/fields/field.tsx'

type Props = Pick<AnswersView, 'answers' | 'offered'> & { view: FormView }

/** The chosen interests first, then a search for the others. Chosen ones stay on screen during every search. */
export function InterestsField({ answers, offered, view }: Props) {
  const { t } = useI18n()
  const [chosen, setChosen] = useState<readonly string[]>(answers.interests)
  const [first] = useState(answers.interests)
  const [query, setQuery] = useState('')
  const ordered = [...first, ...offered.interests.filter((value) => !first.includes(value))]
  const options = ordered
    .map((value) => ({ value, label: t(`profile.interest.${value}`) }))
    .filter(({ value, label }) => chosen.includes(value) || fold(label).includes(fold(query.trim())))
  return (
    <>
      <TextField
        type="search"
        label={t('profile.settings.search')}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <ChoiceGroup
        legend={t('profile.field.interests')}
        legendHidden
        name="interests[]"
        look="chips"
        multiple
        hint={t('profile.fieldHint.interests', { count: profileLimits.interests })}
        defaultValue={chosen}
        error={view.fields['interests']}
        options={options}
        onChange={({ currentTarget: { value, checked } }) =>
          setChosen((before) => (checked ? [...before, value] : before.filter((other) => other !== value)))
        }
      />
    </>
  )
}
