import { choices, type ChoiceField } from '#features/profile/contract.ts'
import type { Translator } from '#shared/i18n/translator.ts'

/** Returns keys and texts of one list; TypeScript knows them only field by field. */
export function choicesOf(field: ChoiceField, t: Translator['t']): { value: string; label: string }[] {
  switch (field) {
    case 'body':
      return choices.body.map((value) => ({ value, label: t(`profile.body.${value}`) }))
    case 'drinking':
      return choices.drinking.map((value) => ({ value, label: t(`profile.drinking.${value}`) }))
    case 'smoking':
      return choices.smoking.map((value) => ({ value, label: t(`profile.smoking.${value}`) }))
    case 'education':
      return choices.education.map((value) => ({ value, label: t(`profile.education.${value}`) }))
    case 'kids':
      return choices.kids.map((value) => ({ value, label: t(`profile.kids.${value}`) }))
    case 'politics':
      return choices.politics.map((value) => ({ value, label: t(`profile.politics.${value}`) }))
    case 'religion':
      return choices.religion.map((value) => ({ value, label: t(`profile.religion.${value}`) }))
    case 'orientation':
      return choices.orientation.map((value) => ({ value, label: t(`profile.orientation.${value}`) }))
  }
}
