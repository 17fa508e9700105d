import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { LinkList, LinkRow } from '#ui/layout/link-list.tsx'
import type { NextEvening as Evening } from '../contract.ts'
import { useZoneFormat } from './use-zone-format.ts'

/** The next evening of blind dates, and from five on how many come. */
export function NextEvening({ slot, people, timeZone }: Evening) {
  const { t, tn } = useI18n()
  const { now } = usePage()
  const href = useHref()
  const format = useZoneFormat(timeZone)
  const when = `${format.weekday(slot, now)}, ${format.time(slot)}`
  const detail = people === null ? when : `${when} · ${tn('profile.arrival.coming', people)}`
  return (
    <LinkList>
      <LinkRow icon="calendar" title={t('profile.arrival.evening')} detail={detail} href={href(routes.blindDates, {})} />
    </LinkList>
  )
}
