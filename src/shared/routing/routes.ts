import type { Namespace } from '../i18n/messages.ts'

/** The one route table: no path is typed anywhere else. Every entry answers under every locale prefix (spec §2). */
export type Auth = 'required' | 'guest' | 'optional'
export type Rule = 'registration' | 'sign-in' | 'google-login' | 'city'
/** `bare` has none of the spec's layouts: the page has no frame, only its own back link (spec §2 '/quiz'). */
export type LayoutKey = 'landing' | 'static-landing' | 'protected' | 'bare'
/** `entry` is the landing layout in its quiet variant, for the pages around signing in; `fill`: exactly the window's height. */
export type LayoutVariant = 'entry' | 'fill'

export type Route = {
  key: string
  path: `/${string}`
  layout: LayoutKey
  variant?: LayoutVariant
  auth: Auth
  /** Validation rules (spec §2); all of them must hold. */
  rules?: readonly Rule[]
  /** Forced colour mode (spec §3: 'a value forced by a page'). */
  colorMode?: 'light'
  /**
   * `guest`: rendered once per locale, build and content revision for everyone without a session; `never`: not even stored by
   * browsers.
   */
  cache?: 'guest' | 'never'
  /** Target for a signed-in member who opens a guest page; default: the page that their state requires. */
  signedInTo?: 'sign-in'
  /** Message namespaces besides `common`. */
  messages: readonly Namespace[]
}

export const routes = {
  home: {
    key: 'home',
    path: '/',
    layout: 'landing',
    auth: 'guest',
    colorMode: 'light',
    cache: 'guest',
    signedInTo: 'sign-in',
    messages: ['home', 'city', 'people', 'quiz', 'quiz-questions'],
  },
  about: {
    key: 'about',
    path: '/about',
    layout: 'landing',
    auth: 'guest',
    colorMode: 'light',
    cache: 'guest',
    messages: ['about'],
  },
  services: {
    key: 'services',
    path: '/services',
    layout: 'landing',
    auth: 'guest',
    colorMode: 'light',
    cache: 'guest',
    messages: ['services'],
  },
  faq: { key: 'faq', path: '/faq', layout: 'landing', auth: 'guest', colorMode: 'light', cache: 'guest', messages: ['faq'] },
  contactUs: {
    key: 'contact-us',
    path: '/contact-us',
    layout: 'landing',
    auth: 'guest',
    colorMode: 'light',
    cache: 'guest',
    messages: ['contact'],
  },
  /** `id` shows one member. Never stored: withdrawing consent must take effect immediately. */
  publicProfile: {
    key: 'public-profile',
    path: '/public-profile',
    layout: 'landing',
    auth: 'guest',
    colorMode: 'light',
    cache: 'never',
    messages: ['public-profile', 'profile'],
  },
  blog: { key: 'blog', path: '/blog', layout: 'landing', auth: 'guest', colorMode: 'light', cache: 'guest', messages: ['blog'] },
  blogPost: {
    key: 'blog-post',
    path: '/blog/:slug',
    layout: 'landing',
    auth: 'guest',
    colorMode: 'light',
    cache: 'guest',
    messages: ['blog'],
  },
  cookiesPolicy: {
    key: 'cookies-policy',
    path: '/cookies-policy',
    layout: 'static-landing',
    auth: 'guest',
    colorMode: 'light',
    cache: 'guest',
    messages: ['legal'],
  },
  privacyPolicy: {
    key: 'privacy-policy',
    path: '/privacy-policy',
    layout: 'static-landing',
    auth: 'guest',
    colorMode: 'light',
    cache: 'guest',
    messages: ['legal'],
  },
  termsAndConditions: {
    key: 'terms-and-conditions',
    path: '/terms-and-conditions',
    layout: 'static-landing',
    auth: 'guest',
    colorMode: 'light',
    cache: 'guest',
    messages: ['legal'],
  },
  dataProcessingConsent: {
    key: 'data-processing-consent',
    path: '/static/data-processing-consent',
    layout: 'static-landing',
    auth: 'guest',
    colorMode: 'light',
    cache: 'guest',
    messages: ['legal'],
  },
  signIn: {
    key: 'sign-in',
    path: '/sign-in',
    layout: 'landing',
    variant: 'entry',
    auth: 'optional',
    rules: ['sign-in'],
    colorMode: 'light',
    messages: ['auth'],
  },
  googleCallback: {
    key: 'google-callback',
    path: '/sign-in/google/callback',
    layout: 'landing',
    auth: 'guest',
    rules: ['google-login'],
    colorMode: 'light',
    messages: ['auth'],
  },
  facebookCallback: {
    key: 'facebook-callback',
    path: '/sign-in/facebook/callback',
    layout: 'landing',
    auth: 'optional',
    rules: ['sign-in', 'google-login'],
    colorMode: 'light',
    messages: ['auth'],
  },
  signUp: {
    key: 'sign-up',
    path: '/sign-up',
    layout: 'landing',
    variant: 'entry',
    auth: 'guest',
    colorMode: 'light',
    messages: ['auth'],
  },
  emailVerify: {
    key: 'email-verify',
    path: '/email-verify',
    layout: 'landing',
    variant: 'entry',
    auth: 'optional',
    rules: ['registration'],
    colorMode: 'light',
    messages: ['auth', 'legal'],
  },
  questionnaire: {
    key: 'questionnaire',
    path: '/questionnaire',
    layout: 'landing',
    variant: 'entry',
    auth: 'optional',
    rules: ['registration'],
    colorMode: 'light',
    messages: ['questionnaire', 'profile', 'profile-prompts', 'photos', 'legal'],
  },
  peopleNearby: {
    key: 'people-nearby',
    path: '/people-nearby',
    layout: 'protected',
    auth: 'required',
    messages: ['people', 'profile', 'translation', 'likes', 'favourites', 'boosts'],
  },
  profileInfo: {
    key: 'profile-info',
    path: '/profile-info/:id',
    layout: 'protected',
    auth: 'required',
    messages: ['people', 'profile', 'translation', 'likes', 'favourites', 'photos', 'safety', 'quiz'],
  },
  profile: {
    key: 'profile',
    path: '/profile',
    layout: 'protected',
    auth: 'required',
    messages: ['people', 'profile', 'translation', 'photos'],
  },
  profileSettings: {
    key: 'profile-settings',
    path: '/profile-settings',
    layout: 'protected',
    auth: 'required',
    messages: ['profile', 'profile-prompts', 'questionnaire', 'photos'],
  },
  quiz: { key: 'quiz', path: '/quiz', layout: 'bare', auth: 'required', messages: ['quiz', 'quiz-questions'] },
  likes: {
    key: 'likes',
    path: '/likes',
    layout: 'protected',
    auth: 'required',
    messages: ['likes', 'people', 'profile', 'safety'],
  },
  /** The odd spelling is the specification's (spec §2). */
  favourites: {
    key: 'favourites',
    path: '/favorits',
    layout: 'protected',
    auth: 'required',
    messages: ['favourites', 'likes', 'people', 'profile'],
  },
  visitors: {
    key: 'visitors',
    path: '/visitors',
    layout: 'protected',
    auth: 'required',
    messages: ['visitors', 'favourites', 'likes', 'people', 'profile'],
  },
  messages: {
    key: 'messages',
    path: '/messages',
    layout: 'protected',
    variant: 'fill',
    auth: 'required',
    messages: ['chat', 'gifts', 'likes', 'safety', 'translation'],
  },
  anonymousChat: {
    key: 'anonymous-chat',
    path: '/anonymous-chat',
    layout: 'protected',
    auth: 'required',
    messages: ['anonymous', 'encounters'],
  },
  anonymousChatRoom: {
    key: 'anonymous-chat-room',
    path: '/anonymous-chat/:id',
    layout: 'protected',
    variant: 'fill',
    auth: 'required',
    messages: ['anonymous', 'encounters', 'safety'],
  },
  blindDates: {
    key: 'blind-dates',
    path: '/blind-dates',
    layout: 'protected',
    auth: 'required',
    messages: ['dates', 'encounters'],
  },
  blindDate: {
    key: 'blind-date',
    path: '/blind-dates/:id',
    layout: 'protected',
    variant: 'fill',
    auth: 'required',
    messages: ['dates', 'encounters', 'safety'],
  },
  /** Everything except products is a query: `view=orders`, `order`, `boost`; for the cart, `order` and `pay`. */
  store: { key: 'store', path: '/store', layout: 'protected', auth: 'required', messages: ['store', 'orders', 'boosts'] },
  cart: { key: 'cart', path: '/cart', layout: 'protected', auth: 'required', messages: ['store', 'boosts'] },
  restricted: {
    key: 'restricted',
    path: '/restricted',
    layout: 'protected',
    auth: 'required',
    messages: ['restricted', 'legal', 'verification'],
  },
  mainSettings: {
    key: 'main-settings',
    path: '/main-settings',
    layout: 'protected',
    auth: 'required',
    messages: ['settings', 'contact', 'safety', 'install', 'push', 'verification'],
  },
  /** Last: it matches every one-segment path that no route above has. */
  city: {
    key: 'city',
    path: '/:citySlug',
    layout: 'landing',
    auth: 'guest',
    rules: ['city'],
    colorMode: 'light',
    cache: 'guest',
    messages: ['city', 'profile', 'people'],
  },
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof routes
export type RouteKey = (typeof routes)[RouteName]['key']

/** Where a protected page sends a visitor without a session (spec §2 'the configured login page'), and a member by default. */
export const loginRoute = routes.signIn
export const memberHome = routes.peopleNearby

/** A route of the table above: pages know its key. */
export type ListedRoute = Route & { key: RouteKey }
export const routeList: readonly ListedRoute[] = Object.values(routes)
