import { action } from '#shared/routing/action.ts'

const minuteMs = 60_000

export const codeDigits = 6
export const codeLifetimeMs = 10 * minuteMs
/** How often one code may be tried. */
export const codeTries = 5
export const resendAfterMs = minuteMs
/** How long the old address can take a change back. */
export const undoLifetimeMs = 48 * 60 * minuteMs

/** The address, and what waits for its code. */
export type EmailAnswer = { email: string } | { pending: { email: string } }

/** Ids of the devices that were signed out. */
export type EndedDevices = { ended: string[] }

/** The first four need no session: the code or the link of an e-mail stands in for it. */
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

/** Stands for all devices but this one where one is named to be signed out. */
export const otherDevices = 'others'

export type CodeStatus = 'open' | 'expired' | 'spent'

/** A code that was sent by e-mail and can still be typed in. */
export type SentCode = {
  status: CodeStatus
  /** Time (server clock, ms) from which the next e-mail may be asked for. */ resendAt: number
}

/** Reasons for a sentence of its own on a reset's page: a change of address was taken back, or e-mails are paused. */
export const resetReasons = ['undone', 'limited'] as const

/**
 * `/sign-in?step=reset`: `code` is null until an e-mail was asked for, for whatever address. Its `t` is the secret of
 * the e-mail's link, which stands in for the code. `isLinkOver`: the address had a link that has expired or was used.
 */
export type ResetProps = {
  kind: 'reset'
  code: (SentCode & { id: string; t: string | null; isLinkOver: boolean }) | null
  why: (typeof resetReasons)[number] | null
}

/** `/sign-in?step=undo&t=…`: `t` is null when the link is unknown or no longer valid. */
export type UndoProps = { kind: 'undo'; t: string | null }

export type AccountStep = ResetProps | UndoProps

/** A step that the sign-in page shows in place of its form. */
export type AccountStepProps = { account: AccountStep | null }

/** A browser that is signed in, as its owner sees it. */
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
  /** The address that waits for its code. */
  pending: (SentCode & { email: string }) | null
}

/** The account as the member's own settings show it. */
export type AccountProps = {
  email: EmailProps
  devices: DeviceProps[]
  hasPassword: boolean
  /** They have signed in, or confirmed their password, a moment ago. */
  isConfirmed: boolean
}
