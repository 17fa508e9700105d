import { Suspense, useRef, type RefObject } from 'react'
import type { RoomProps } from '#features/encounters/anonymous/contract.ts'
import { Revealed } from '#features/encounters/talk/ui/room/lazy.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Room } from './room.tsx'

/** One anonymous chat: the talk, its end, or the reveal. */
export default function AnonymousChatRoom({ data }: { data: RoomProps }) {
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
            <>
              <ButtonLink href={href(routes.anonymousChatRoom, { id: params['id'] ?? '' })}>
                {t('encounters.unavailable.action')}
              </ButtonLink>
              <ButtonLink kind="quiet" href={href(routes.anonymousChat, {})}>
                {t('anonymous.ended.back')}
              </ButtonLink>
            </>
          }
        />
      )
    case 'revealed':
      return <RevealedChat {...data} unsentRef={unsentRef} />
    case 'chat':
      // After a report, another key closes its dialog.
      return <Room key={`${data.view.id} ${data.done}`} {...data} unsentRef={unsentRef} />
    default:
      return data satisfies never
  }
}

type RevealedChatProps = Extract<RoomProps, { kind: 'revealed' }> & { unsentRef: RefObject<string> }

function RevealedChat({ unsentRef, ...revealing }: RevealedChatProps) {
  const { t } = useI18n()
  const href = useHref()
  const { firstName: name } = revealing.partner
  const texts = {
    title: t('anonymous.revealed.title', { name }),
    text: t('anonymous.revealed.text'),
    open: t('anonymous.revealed.open'),
    own: t('anonymous.revealed.own'),
    portrait: t('anonymous.revealed.portrait', { name }),
  }
  const back = { href: href(routes.anonymousChat, {}), label: t('anonymous.ended.back') }
  return (
    <Suspense fallback={null}>
      <Revealed {...revealing} texts={texts} back={back} unsentRef={unsentRef} />
    </Suspense>
  )
}
