import { previousPathKey } from '#shared/browser/storage-keys.ts'
import { localStore, tabStore } from '#ui/browser/stores.ts'
import { watchErrors } from './errors/watch-errors.ts'
import { watchExamples } from './examples/watch-examples.ts'
import { reachServer, sayOffline, sayWhileOffline, stayWhileOffline } from './offline.ts'
import { watchDepartures } from './navigation/guest-departures.ts'
import { prefetchVisibleLinks } from './navigation/prefetch-links.ts'
import { reloadOnStaleChunk, withoutReload } from './navigation/stale-chunk.ts'
import { watchSignOutForm } from './sign-out-form.ts'
import { startAll } from './start-all.ts'
import { rememberTimeZone } from './time-zone.ts'

/**
 * Entry of a page outside the signed-in area: a few hundred bytes that wait. Links, forms and `<details>` work natively, so React
 * loads only where a form needs it, and only with the first touch or key. Until it has hydrated, submitted forms and clicks on
 * buttons marked `data-replay` are kept and replayed, so a form works the same whether it was touched before or not. If the
 * script cannot load although the server is reachable, the form is submitted natively.
 */
const wakeEvents = ['pointerdown', 'pointerover', 'keydown', 'focusin', 'touchstart'] as const

/** As on signed-in pages (src/client/builds/watch-builds.ts), but here that code loads later. */
const firstQuestionMs = 5 * 60_000
const quietMs = 10_000

const container = document.querySelector<HTMLElement>('[data-hydrate]')
let replay: (() => void) | null = null
let waking: Promise<void> | null = null

startAll(watchErrors, stayWhileOffline, sayWhileOffline)
// For the style sheet of the sign-in page, whose button is there before it hydrates.
if ('PublicKeyCredential' in window) document.documentElement.dataset['passkeys'] = ''
if (container) {
  addEventListener('click', keepClick, true)
  addEventListener('submit', keepSubmit, true)
}
startAll(() => reloadOnStaleChunk(isAtWork), rememberTimeZone, watchDepartures, watchSignOutForm, watchExamples)
if (container && import.meta.env.PROD) watchForBuilds()
const refresh = container?.dataset['session']
let session: Promise<unknown> | null = null
if (refresh) {
  addEventListener('focus', startSession)
  addEventListener('pageshow', ({ persisted }) => persisted && startSession())
}
if (refresh === 'every-second') startSession()
// If it fails, the next page retries.
if (hasLocalData()) import('./clear-local-data.ts').then((part) => part.forgetUnlessSignedIn()).catch(console.warn)

/** Loads the code that checks for new builds (spec §4) when the first check is due: after five minutes, or with the focus. */
function watchForBuilds(): void {
  let watching: Promise<void> | null = null
  const start = () => {
    if (!navigator.onLine) return
    watching ??= withoutReload(() => import('./builds/entry-builds.ts')).then(
      ({ watchEntryBuilds }) => watchEntryBuilds(isAtWork),
      () => void (watching = null), // The next focus tries again.
    )
  }
  setInterval(start, firstQuestionMs)
  addEventListener('focus', () => performance.now() > quietMs && start())
}

/** Loads the code that refreshes a registration's session on first use; it then continues by itself. */
function startSession(): void {
  if (!navigator.onLine) return
  // The page continues without it: a reload would lose choices.
  session ??= withoutReload(() => import('./entry-session.ts')).then(
    ({ keepEntrySession }) => keepEntrySession(),
    () => (session = null),
  )
}

function isAtWork(): boolean {
  const fields = container?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea') ?? []
  return replay !== null || [...fields].some(isChanged) || [...(container?.querySelectorAll('select') ?? [])].some(isChosen)
}

function isChanged(field: HTMLInputElement | HTMLTextAreaElement): boolean {
  if (field.value !== field.defaultValue) return true
  return field instanceof HTMLInputElement && field.checked !== field.defaultChecked
}

/** If no option is marked in the document, a select shows its first. */
function isChosen({ options, selectedIndex }: HTMLSelectElement): boolean {
  const marked = [...options].findIndex(({ defaultSelected }) => defaultSelected)
  return selectedIndex !== Math.max(marked, 0)
}

function keepClick(event: MouseEvent): void {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-replay]') : null
  if (!button) return
  event.preventDefault()
  replay = () => counterpartOf(button, '[data-replay]')?.click()
}

/**
 * The element itself, or its counterpart if React rendered the form again, as it does after an extension has added an element.
 */
function counterpartOf<Kind extends HTMLElement>(original: Kind, selector: string): Kind | undefined {
  if (original.isConnected) return original
  const nameOf = (element: Kind) => element.getAttribute('action') ?? element.textContent
  return [...(container?.querySelectorAll<Kind>(selector) ?? [])].find((element) => nameOf(element) === nameOf(original))
}

function keepSubmit(event: SubmitEvent): void {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || !container?.contains(form)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  const { submitter } = event
  replay = () => {
    const current = counterpartOf(form, 'form')
    const button = submitter && counterpartOf(submitter, 'button')
    if (!button?.matches(':disabled')) current?.requestSubmit(button && current.contains(button) ? button : null)
  }
  wake()
}

function wake(): void {
  for (const name of wakeEvents) removeEventListener(name, wake, true)
  // Forms are on personal pages, which change with their next step: only public pages prefetch.
  if (!container) return prefetchVisibleLinks()
  waking ??= hydrate(container)
}

async function hydrate(root: HTMLElement): Promise<void> {
  try {
    const { hydrateEntry } = await import('./hydrate-entry.tsx')
    await hydrateEntry(root)
  } catch (error) {
    console.warn(error)
    // Offline, nothing is lost: the next press retries.
    waking = null
    if (isAtWork()) void reachServer().then(() => replay && letGo(), sayOffline)
    return
  }
  letGo()
}

/** Stops recording clicks and forms; replays the last one. */
function letGo(): void {
  removeEventListener('click', keepClick, true)
  removeEventListener('submit', keepSubmit, true)
  replay?.()
  replay = null
}

for (const name of wakeEvents) addEventListener(name, wake, { capture: true, passive: true })
if (container && 'atOnce' in container.dataset) wake()

/** True when this browser stores data of a member; this page is signed out, so none may remain. */
function hasLocalData(): boolean {
  // The previous path may come from a guest's own visit.
  return localStore.hasPersonal() || tabStore.hasPersonal([previousPathKey])
}
