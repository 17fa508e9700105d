import { Suspense, useRef, type RefObject } from 'react'
import type { DateRoomProps } from '#features/encounters/dates/contract.ts'
import { Revealed } from '#features/encounters/talk/ui/room/lazy.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Room } from './room.tsx'

/** One blind date, from its offer to its end. */
export default function BlindDate({ data }: { data: DateRoomProps }) {
  const { t } = useI18n()
  const href = useHref()
  const { params } = usePage()
  const unsentRef = useRef('')
  switch (data.kind) {
    case 'away':
      return (
        <EmptyState
          level={1}
          title={t('encounters.unavailable.title')}
          text={t('encounters.unavailable.text')}
          action={
            <ButtonLink href={href(routes.blindDate, { id: params['id'] ?? '' })}>
              {t('encounters.unavailable.action')}
            </ButtonLink>
          }
        />
      )
    case 'matched':
      return <Matched {...data} unsentRef={unsentRef} />
    case 'date':
      // After a report, another key closes its dialog.
      return <Room key={`${data.view.id} ${data.done}`} {...data} unsentRef={unsentRef} />
    default:
      return data satisfies never
  }
}

type MatchedProps = Extract<DateRoomProps, { kind: 'matched' }> & { unsentRef: RefObject<string> }

function Matched({ unsentRef, ...revealing }: MatchedProps) {
  const { t } = useI18n()
  const href = useHref()
  const { firstName: name } = revealing.partner
  const texts = {
    title: t('dates.matched.title', { name }),
    text: t('dates.matched.text'),
    open: t('dates.matched.open'),
    own: t('dates.matched.own'),
    portrait: t('dates.matched.portrait', { name }),
  }
  const back = { href: href(routes.blindDates, {}), label: t('dates.back') }
  return (
    <Suspense fallback={null}>
      <Revealed {...revealing} texts={texts} back={back} unsentRef={unsentRef} />
    </Suspense>
  )
}
