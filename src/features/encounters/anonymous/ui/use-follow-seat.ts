import { useHref } from '#shared/i18n/context.tsx'
import { useMemberEvents } from '#shared/realtime/use-member-events.ts'
import { isEvent, type AnonymousEvent } from '#shared/realtime/wire.ts'
import { routes } from '#shared/routing/routes.ts'
import { goTo } from '#ui/hooks/go-back.ts'
import { refreshPage } from '#ui/hooks/refresh-page.ts'
import type { LobbyProps } from '../contract.ts'

/** The lobby already shows this state of the seat. */
function isShown(kind: LobbyProps['kind'], state: AnonymousEvent['state']): boolean {
  return kind === 'waiting' || kind === 'paired' ? kind === state : state !== 'waiting'
}

/** The current page: the lobby, or a chat that has not ended. */
type Here = { page: 'lobby'; shown: LobbyProps['kind'] } | { page: 'room'; id: string }

/** Navigates to the page of the member's seat, whichever tab or device has changed it. */
export function useFollowSeat(here: Here): void {
  const href = useHref()
  const follow = ({ state, id }: AnonymousEvent) => {
    const room = here.page === 'room' ? here.id : null
    if (state === 'paired' && id !== undefined && id !== room) return void goTo(href(routes.anonymousChatRoom, { id }))
    if (here.page === 'lobby') return isShown(here.shown, state) ? undefined : refreshPage()
    if (state === 'waiting') return void goTo(href(routes.anonymousChat, {}))
    if (id === room) refreshPage()
  }
  // Events between the lobby's rendering and its connection are lost; a room's end arrives on its channel.
  const lookAgain = () => {
    if (here.page === 'lobby') refreshPage()
  }
  useMemberEvents((event) => isEvent(event, 'anonymous') && follow(event.data), lookAgain)
}
