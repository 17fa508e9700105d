import { choices, interests } from '#features/profile/contract.ts'
import type { Translator } from '#shared/i18n/translator.ts'

/** The premium filters that are lists, with their answers in words. */
export function premiumOptions({ t }: Pick<Translator, 't'>) {
  return [
    { name: 'drinking', options: choices.drinking.map((value) => ({ value, label: t(`profile.drinking.${value}`) })) },
    { name: 'smoking', options: choices.smoking.map((value) => ({ value, label: t(`profile.smoking.${value}`) })) },
    { name: 'education', options: choices.education.map((value) => ({ value, label: t(`profile.education.${value}`) })) },
    { name: 'kids', options: choices.kids.map((value) => ({ value, label: t(`profile.kids.${value}`) })) },
    { name: 'interest', options: interests.map((value) => ({ value, label: t(`profile.interest.${value}`) })) },
  ] as const
}

/** The profile field of a filter. */
export const fieldOfFilter = (name: ReturnType<typeof premiumOptions>[number]['name']) =>
  name === 'interest' ? 'interests' : name
