import type { Gender } from '#features/profile/contract.ts'
import { action, read } from '#shared/routing/action.ts'
import type { Viewer } from '#shared/bootstrap.ts'
import type { BirthDateOrder } from '#shared/birth-date.ts'
import type { PasskeyTransport } from '#shared/passkey-transport.ts'
import { signOutPath } from './sign-out-path.ts'

const minuteMs = 60_000

/** Number of digits of an emailed code, for a sign-up or an account. */
export const codeDigits = 6
export const codeLifetimeMs = 10 * minuteMs
/** Maximum tries for one code. */
export const codeTries = 5
export const resendAfterMs = minuteMs

/** Lifetime of an access token. */
export const accessTokenMs = 10 * 60_000
export const refreshTokenMs = 60 * 24 * 60 * 60_000
/** A session ends this long after its sign-in, however much it was used: then the password is needed again. */
export const sessionLifetimeMs = 180 * 24 * 60 * 60_000
/** For this long a superseded token still returns its successor; later its use revokes the session. */
export const refreshGraceMs = 30_000
/** For this long after signing in or confirming the password, sensitive changes need no further proof. */
export const confirmationLifetimeMs = 10 * 60_000
/** Lifetime of the cookie by which a browser is recognised. */
export const deviceCookieMs = 365 * 24 * 60 * 60_000

export type OwnSession = { user: Viewer; token: string }

/**
 * Calls of spec §7; without a live session they answer 401. `status` reports whose session it is and does not fail without one.
 */
export const sessionActions = {
  signIn: action<OwnSession>('/api/auth/sign-in', 'sign-in', { openToRestricted: true }),
  signOut: action(signOutPath, 'sign-out', { openToRestricted: true }),
  current: read<OwnSession>('/api/auth/session', { openToRestricted: true }),
  status: read<{ user: Pick<Viewer, 'id' | 'state'> | null }>('/api/auth/status', { openToRestricted: true }),
  refresh: action<OwnSession>('/api/auth/refresh', '', { openToRestricted: true }),
  /** The bearer token of channel joins, valid for 10 minutes. */
  realtimeToken: read<{ token: string }>('/api/realtime/token'),
}

/** Facts that the sign-in page shows. */
export type SignInProps = {
  /** A hidden field of the form: the page that the visitor wanted to open. */
  next: string | null
  /** What the visitor has just done: confirmed their address, requested another email, chosen a new password, or deleted their account. */
  step: SignInStep | null
}

export const signInSteps = ['verified', 'sent', 'renewed', 'deleted'] as const
export type SignInStep = (typeof signInSteps)[number]

/** Other providers that vouch for people (product.md 'Google-login rule'). */
export const providerNames = ['google', 'facebook'] as const
export type ProviderName = (typeof providerNames)[number]

/** How long a person may take at the provider. */
export const attemptLifetimeMs = 10 * minuteMs
/** How long verified claims are kept for the rest of a sign-up. */
export const claimsLifetimeMs = 15 * minuteMs

/** The form name under which the sign-in pages show a provider's refusal, as a flash. */
export const providerForm = 'provider'

/** Redirects to a provider and back. The callbacks for signing in are pages (src/shared/routing/routes.ts). */
export const providerActions = {
  google: action('/api/auth/google', 'linked-accounts'),
  facebook: action('/api/auth/facebook', 'linked-accounts'),
  linkGoogle: action('/api/auth/link/google', 'linked-accounts'),
  linkFacebook: action('/api/auth/link/facebook', 'linked-accounts'),
  confirmGoogle: action('/api/auth/confirm/google', 'linked-accounts'),
  confirmFacebook: action('/api/auth/confirm/facebook', 'linked-accounts'),
  linkGoogleCallback: read('/api/auth/link/google/callback'),
  linkFacebookCallback: read('/api/auth/link/facebook/callback'),
  unlink: action('/api/auth/unlink', 'linked-accounts'),
  confirm: action('/api/auth/confirm', 'confirm'),
  forget: action('/api/auth/forget-provider', 'forget-provider'),
  /** Facebook requests the deletion of a person's data. */
  facebookDeletion: action('/api/auth/facebook/deletion', '', { crossSite: true }),
  /** Facebook sends a person here to check the status of their request. */
  facebookDeletionStatus: read('/api/auth/facebook/deletion'),
  facebookDeauthorize: action('/api/auth/facebook/deauthorize', '', { crossSite: true }),
}

/** Providers for which this deployment has credentials. */
export type OfferedProviders = { providers: readonly ProviderName[] }

/** A sign-up for which a provider vouches: its claims fill in the form. */
export type ProviderSignUp = { provider: ProviderName; email: string | null; firstName: string | null }

/** Other accounts as the settings show them. */
export type LinkedAccountsProps = {
  accounts: readonly { provider: ProviderName; isLinked: boolean; isOffered: boolean; isOnlyWayIn: boolean }[]
  hasPassword: boolean
  /** False: the member has to confirm their identity before they can change anything. */
  isConfirmed: boolean
}

export const maxPasskeys = 10
/** After how many sign-ins a member without a passkey is offered one. */
export const signInsBeforePasskey = 3
/** How long a browser may take to answer a challenge. */
export const challengeLifetimeMs = 5 * minuteMs

/**
 * `PublicKeyCredentialRequestOptionsJSON`. For a sign-in it lists no passkeys: the browser offers its own, so no address is asked
 * about.
 */
export type PasskeyRequest = {
  challenge: string
  rpId: string
  timeout: number
  userVerification: 'required'
  allowCredentials?: PasskeyCreation['excludeCredentials']
}

/** `PublicKeyCredentialCreationOptionsJSON`. */
export type PasskeyCreation = {
  challenge: string
  rp: { id: string; name: string }
  user: { id: string; name: string; displayName: string }
  pubKeyCredParams: { type: 'public-key'; alg: number }[]
  timeout: number
  attestation: 'none'
  authenticatorSelection: { residentKey: 'required'; requireResidentKey: true; userVerification: 'required' }
  excludeCredentials: { type: 'public-key'; id: string; transports: PasskeyTransport[] }[]
}

/** A passkey as its owner sees it. `name`: of its authenticator, if that is known. Times in ms. */
export type PasskeyProps = { id: string; name: string | null; createdAt: number; lastUsedAt: number | null }

/** Signing in by passkey needs no session; adding and removing one needs a session confirmed by another way in. */
export const passkeyActions = {
  askSignIn: action<{ options: PasskeyRequest }>('/api/auth/passkeys/challenge', '', { openToRestricted: true }),
  signIn: action<OwnSession>('/api/auth/passkeys/sign-in', '', { openToRestricted: true }),
  askAdd: action<{ options: PasskeyCreation }>('/api/auth/passkeys/new', ''),
  add: action<{ passkey: PasskeyProps }>('/api/auth/passkeys/add', ''),
  remove: action<{ removed: string }>('/api/auth/passkeys/remove', 'passkeys'),
  /** Answers 'not now' to the offer of a passkey. */
  refuseOffer: action('/api/auth/passkeys/not-now', ''),
}

/** Reasons that a member may give for leaving. */
export const deletionReasons = ['met-someone', 'break', 'people', 'privacy', 'trouble', 'other'] as const
export type DeletionReason = (typeof deletionReasons)[number]

/** How long a deleted account can be restored. */
export const deletionWaitMs = 30 * 24 * 60 * minuteMs

/** Both are open in every state of an account; deleting also ends a sign-up that waits for its code. */
export const deletionActions = {
  delete: action('/api/account/delete', 'delete-account', { openToRestricted: true }),
  restore: action('/api/account/restore', 'restore-account', { openToRestricted: true }),
}

/** A heading with what belongs to it. */
export type LeavingList = { title: string; items: readonly string[] }
export type LeavingLink = { href: string; label: string }

/**
 * The page about deleting an account, with its texts: the sign-in page itself needs none of them. `confirm`: null if the session was
 * confirmed within ten minutes. `isRefused`: there is no button, because the account cannot be deleted.
 */
export type DeleteStep = {
  kind: 'delete'
  title: string
  lead: string
  lists: readonly LeavingList[]
  owned: (LeavingList & { link: LeavingLink | null }) | null
  exported: LeavingExport | null
  confirm: {
    title: string
    /** The label of its field; null without a password. */
    password: string | null
    providers: readonly { name: ProviderName; label: string }[]
  } | null
  reason: { label: string; none: string; options: readonly { value: DeletionReason; label: string }[] } | null
  isRefused: boolean
  submit: string
  back: LeavingLink
}

/** The copy of one's data: a link to where it is, or the label of the button that asks for it; neither before a new sign-in. */
export type LeavingExport = { title: string; text: string; link: LeavingLink | null; ask: string | null }

/**
 * The only page of a deleted account, with its texts. `restore`: null after an operator's deletion, which has a statement of
 * reasons and an appeal instead.
 */
export type WelcomeBackStep = {
  kind: 'welcome-back'
  title: string
  lead: string
  restore: string | null
  exported: LeavingExport | null
  statement: { title: string; facts: readonly { term: string; text: string }[] } | null
  appeal: { title: string; text: string; form: { label: string; hint: string; submit: string } | null } | null
  signOut: string
  contact: string
  contactEmail: string
}

export type LeavingStep = DeleteStep | WelcomeBackStep
/** Null on every other page of signing in. */
export type LeavingProps = { leaving: LeavingStep | null }

export const passwordLength = { min: 10, max: 128 } as const
/** How long a sign-up waits for its code. */
export const registrationLifetimeMs = 7 * 24 * 60 * minuteMs

/** No token: the login was prevented (spec §7). */
export type SignUpAnswer = { token?: string; user: Viewer }

export const signUpActions = {
  signUp: action<SignUpAnswer>('/api/auth/sign-up', 'sign-up'),
  verify: action('/api/registration/verify', 'verify'),
  verifyAgain: action('/api/registration/verify/anew', 'verify-anew'),
  resend: action('/api/registration/resend', 'resend'),
  changeAddress: action('/api/registration/change-address', 'change-address'),
}

/** The texts that a person agrees to. */
export type ConsentLinks = Record<'terms' | 'sensitiveData', { version: string; href: string }>

/** Facts that the sign-up page shows. */
export type SignUpProps = {
  /** Genders to choose from. The server sends them, so that the form need not load the vocabulary of whole profiles. */
  genders: readonly Gender[]
  order: BirthDateOrder
  /** The birth date's mask, in the tokens of spec §5. */
  mask: string
  consents: ConsentLinks
  /** Set when a provider vouches for the visitor: no password, and its claims are filled in. */
  vouched: ProviderSignUp | null
}

/** Facts that the email-verify page shows. */
export type EmailVerifyProps = {
  /** The address, in the registering browser; null for a guest who only has a link. */
  email: string | null
  /** Filled in from the email's link, but never submitted automatically. */
  code: string | null
  t: string | null
  /**
   * What the form asks for besides the code. `nothing` in the registering browser; elsewhere the sign-up's password or a new one.
   * A sign-up without a password needs a new one.
   */
  asks: 'nothing' | 'password' | 'new-password'
  status: 'open' | 'expired' | 'spent'
  /** The consents that a new password needs; null if none is needed. */
  consents: ConsentLinks | null
  /** Time (server clock, ms) from which the next email may be requested. */
  resendAt: number
  /** Another email has just been requested. */
  step: 'sent' | null
}

export const emailVerifySteps = ['sent'] as const

/** How long the owner of the old address can undo a change. */
export const undoLifetimeMs = 48 * 60 * minuteMs

/** The account's address, or the new one that waits for its code. */
export type EmailAnswer = { email: string } | { pending: { email: string } }

/** Ids of the devices that were signed out. */
export type EndedDevices = { ended: string[] }

/** The first four need no session: the code or the link of an email replaces it. */
export const accountActions = {
  askReset: action('/api/account/reset', 'ask-reset', { openToRestricted: true }),
  resendReset: action('/api/account/reset/resend', 'resend-reset', { openToRestricted: true }),
  reset: action('/api/account/reset/password', 'reset', { openToRestricted: true }),
  undoEmail: action('/api/account/email/undo', 'undo-email', { openToRestricted: true }),
  changeEmail: action<EmailAnswer>('/api/account/email', 'email'),
  confirmEmail: action<EmailAnswer>('/api/account/email/confirm', 'confirm-email'),
  resendEmail: action<EmailAnswer>('/api/account/email/resend', 'resend-email'),
  changePassword: action('/api/account/password', 'password'),
  endDevices: action<EndedDevices>('/api/account/devices/end', 'end-devices'),
}

/** Means all devices but this one, in place of a device's id. */
export const otherDevices = 'others'

export type CodeStatus = 'open' | 'expired' | 'spent'

/** A code that was emailed and can still be entered. */
export type SentCode = {
  status: CodeStatus
  /** Time (server clock, ms) from which the next email may be requested. */
  resendAt: number
}

/** Reasons that a reset's page explains: a change of address was undone, or emails are paused. */
export const resetReasons = ['undone', 'limited'] as const

/**
 * `/sign-in?step=reset`: `code` is null until an email was requested, for whatever address. Its `t` is the secret of the email's
 * link, which replaces the code. `isLinkOver`: the URL had a link that has expired or was used.
 */
export type ResetProps = {
  kind: 'reset'
  code: (SentCode & { id: string; t: string | null; isLinkOver: boolean }) | null
  why: (typeof resetReasons)[number] | null
}

/** `/sign-in?step=undo&t=…`: `t` is null if the link is unknown or no longer valid. */
export type UndoProps = { kind: 'undo'; t: string | null }

export type AccountStep = ResetProps | UndoProps

/** A step that the sign-in page shows in place of its form. */
export type AccountStepProps = { account: AccountStep | null }

/** A browser that is signed in, as shown to its owner. */
export type DeviceProps = {
  id: string
  browser: string | null
  system: string | null
  /** ms. */
  seenAt: number
  current: boolean
}

export type EmailProps = {
  email: string
  /** The new address that waits for its code. */
  pending: (SentCode & { email: string }) | null
}

/** The account as the member's own settings show it. */
export type AccountProps = {
  email: EmailProps
  devices: DeviceProps[]
  hasPassword: boolean
  /** They have signed in or confirmed their password recently; signing in by passkey does not count. */
  isConfirmed: boolean
}
