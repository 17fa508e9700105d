import { describeBand } from '#features/location/contract.ts'
import { defaultView, type NearbyView, type PeopleNearby } from '#features/nearby/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import type { Translator } from '#shared/i18n/translator.ts'
import { ChipLink } from '#ui/feedback/badge.tsx'
import styles from './filters.module.css'
import { useViewHref } from './view-href.ts'

type Chip = { key: string; text: string; without: NearbyView }

/** The active filters, each a link that removes it. */
export function FilterChips({ nearby: { view, premiumChips } }: { nearby: Pick<PeopleNearby, 'view' | 'premiumChips'> }) {
  const translator = useI18n()
  const { t } = translator
  const viewHref = useViewHref()
  const chips: Chip[] = []
  const ageText = describeAges(translator, view)
  if (ageText) chips.push({ key: 'age', text: ageText, without: { ...view, ageMin: null, ageMax: null } })
  if (view.within !== null)
    chips.push({ key: 'within', text: describeBand(translator, view.within), without: { ...view, within: null } })
  for (const gender of view.genders) {
    const genders = view.genders.filter((other) => other !== gender)
    chips.push({ key: gender, text: t(`profile.seeks.${gender}`), without: { ...view, genders } })
  }
  for (const intent of view.intents) {
    const intents = view.intents.filter((other) => other !== intent)
    chips.push({ key: intent, text: t(`profile.intent.${intent}`), without: { ...view, intents } })
  }
  if (view.speaks) chips.push({ key: 'speaks', text: t('people.filters.speaks'), without: { ...view, speaks: null } })
  if (view.online) chips.push({ key: 'online', text: t('people.filters.online'), without: { ...view, online: false } })
  if (view.photo) chips.push({ key: 'photo', text: t('people.filters.photo'), without: { ...view, photo: false } })
  if (view.verified) chips.push({ key: 'verified', text: t('people.filters.verified'), without: { ...view, verified: false } })
  for (const { text, rest } of premiumChips) chips.push({ key: text, text, without: { ...view, premium: rest } })
  if (chips.length === 0) return null
  return (
    <ul className={styles.chips} aria-label={t('people.filters.inUse')}>
      {chips.map(({ key, text, without }) => (
        <li key={key}>
          <ChipLink href={viewHref(without)} removeLabel={t('people.filters.remove')}>
            {text}
          </ChipLink>
        </li>
      ))}
      {chips.length > 1 ? (
        <li>
          <a className={styles.clear} href={viewHref({ ...defaultView, order: view.order, wide: view.wide })}>
            {t('people.filters.clear')}
          </a>
        </li>
      ) : null}
    </ul>
  )
}

function describeAges({ t }: Translator, { ageMin, ageMax }: NearbyView): string | null {
  if (ageMin !== null && ageMax !== null) return t('people.filters.ageChip', { min: ageMin, max: ageMax })
  if (ageMin !== null) return t('people.filters.ageFrom', { min: ageMin })
  return ageMax === null ? null : t('people.filters.ageUpTo', { max: ageMax })
}
