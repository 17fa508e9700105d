import type { LocaleCode } from './i18n/locales.ts'
import type { RouteKey } from './routing/routes.ts'

/** The deployment's public configuration (spec §3, §7); nothing else of it reaches the browser. */
export type PublicConfig = {
  /** Address of the realtime socket. */
  wssURL: string
  /** Public key of the text encryption, hex, and its salt length (spec §3). */
  textKey: string
  saltLength: number
  pixelId: string
  vapidKey: string
  /** The session is refreshed every second, not only on focus (spec §4, §9). */
  periodicRefresh: boolean
}

export type MemberState = 'unverified' | 'incomplete' | 'complete' | 'restricted' | 'paused' | 'deleted'
/** Appearance ids of spec §3: 1 light, 2 dark, 3 the system's. */
export type AppearanceId = 1 | 2 | 3

/** The signed-in person as their own pages know them. */
export type Viewer = {
  id: string
  state: MemberState
  firstName: string
  /** Address of the member's own portrait, or null before one is chosen. */
  avatar: string | null
  appearance: { id: AppearanceId }
  /** Present when the member may be offered a passkey. */
  offersPasskey?: true
}

/** Values of a form that was refused, for visitors without JavaScript. Never contains a password. */
export type Flash = {
  form: string
  values: Record<string, string | string[]>
  error?: string
  fields?: Record<string, string>
  notice?: string
}

/** `closed`: operators have closed this part for the time being; `message` says so in the visitor's language. */
export type ErrorView = {
  status: number
  message: string
  path: string
  closed?: { text: string; action: { href: string; label: string } }
}

/** The exact data that the server rendered with: hydration and client navigation start from the same values. */
export type PageData = {
  page: RouteKey | 'not-found'
  props: unknown
  viewer: Viewer | null
  params: Record<string, string>
  /** Path with search, as the page sees it. */
  url: string
  locale: LocaleCode
  timeZone: string
  /** Server clock in ms when the page was rendered. */
  now: number
  flash: Flash | null
  error: ErrorView | null
  /** Another site led here, so this page view notifies no one. */
  isFromElsewhere: boolean
  title?: string
}

/** Module URLs of the first page: its document contains them, so no script has to. */
export type PageModules =
  /** For a signed-in page; `page` is null for the 404 page, which is all layout. */
  | { kind: 'member'; page: string | null; layout: string }
  /** For an entry page: its forms by name, each with its imports, to be requested at the same time. */
  | { kind: 'entry'; forms: Record<string, readonly [module: string, ...imports: string[]]> }
  | { kind: 'static' }

export type Bootstrap = PageData & {
  config: PublicConfig
  build: string
  environment: 'local' | 'staging' | 'production'
  modules: PageModules
  /** Languages of the page; absent if it exists in all. */
  locales?: readonly LocaleCode[]
  /** Only on pages that may ask about the analytics pixel. */
  pixel?: PixelState
  /** The first token for joining channels, issued with the document; only on pages that hold a connection. */
  realtimeToken?: string
}

/** A guest's answer about the analytics pixel. */
export type PixelState = 'none' | 'accepted' | 'declined'
