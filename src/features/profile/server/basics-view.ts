import { birthDateMask, writeBirthDate } from '#shared/birth-date.ts'
import type { Translator } from '#shared/i18n/translator.ts'
import type { BasicsView } from '../contract.ts'
import { isGender } from '../rules.ts'
import type { OwnProfile } from './own-queries.ts'

/** Returns a member's own name, gender and date of birth for the form. */
export function toBasicsView(
  {
    firstName,
    gender,
    birthDate,
    birthDateChangedAt,
  }: Pick<OwnProfile, 'firstName' | 'gender' | 'birthDate' | 'birthDateChangedAt'>,
  { locale, format }: Translator,
): BasicsView {
  return {
    firstName,
    gender: isGender(gender) ? gender : null,
    birthDate:
      birthDateChangedAt === null
        ? { isFixed: false, typed: writeBirthDate(birthDate, locale.code), mask: birthDateMask(locale.code) }
        : { isFixed: true, text: format.date(birthDate) },
  }
}
