/** Asks the client's navigation, which listens on the window, to show the page again. */
export const refreshEvent = 'page-refresh'

/**
 * Shows the page on screen with its current data: saved values appear in the frame; unsaved text, scroll and focus stay. This is
 * an event and no navigation, which would cancel a link that the reader has just followed. Without the Navigation API, the next
 * page shows the data.
 */
export function refreshPage(): void {
  dispatchEvent(new Event(refreshEvent))
}
