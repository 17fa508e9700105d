import { useHref } from '#shared/i18n/context.tsx'
import { useMemberEvents } from '#shared/realtime/use-member-events.ts'
import { isEvent, type BlindDateEvent } from '#shared/realtime/wire.ts'
import { routes } from '#shared/routing/routes.ts'
import { goTo } from '#ui/hooks/go-back.ts'
import { refreshPage } from '#ui/hooks/refresh-page.ts'
import { useRefreshWhenShown } from '#ui/hooks/use-server-clock.ts'

/** True for a date that has not ended. */
const isOn = (state: BlindDateEvent['state']) => state === 'offered' || state === 'talking' || state === 'voting'

/**
 * Keeps /blind-dates up to date with the member's seat and bookings, and navigates to a date that is offered. Changes between
 * rendering and connecting send no event here, so the page is read again when it has joined.
 */
export function useFollowFromLobby(): void {
  const href = useHref()
  useMemberEvents((event) => {
    if (isEvent(event, 'anonymous')) refreshPage()
    if (!isEvent(event, 'blind-date')) return
    const { id, state } = event.data
    if (id !== null && isOn(state)) void goTo(href(routes.blindDate, { id }))
    else refreshPage()
  }, refreshPage)
  useRefreshWhenShown()
}

/**
 * Keeps a date's page up to date with the server. `isOffered`: if the other person does not come, the wait continues in the
 * lobby, and the page goes there.
 */
export function useFollowFromDate({ id: own, isOffered }: { id: string; isOffered: boolean }): void {
  const href = useHref()
  useMemberEvents((event) => {
    if (!isEvent(event, 'blind-date')) return
    const { id, state } = event.data
    if (id === own) refreshPage()
    else if (id !== null && isOn(state)) void goTo(href(routes.blindDate, { id }))
    else if (id === null && state === 'lobby' && isOffered) void goTo(href(routes.blindDates, {}))
  }, refreshPage)
  useRefreshWhenShown()
}
