import type { PixelState } from '#shared/bootstrap.ts'
import { pixelChoices, pixelCookie } from './contract.ts'

type Settings = { ENVIRONMENT: string; PIXEL_ID: string }

/** The id of the analytics pixel: in production only, and only if one is configured (spec §7). Empty: there is no pixel. */
export function pixelIdOf({ ENVIRONMENT, PIXEL_ID }: Settings): string {
  return ENVIRONMENT === 'production' ? PIXEL_ID : ''
}

const choicePattern = new RegExp(`(?:^|;\\s*)${pixelCookie.name}=(${pixelChoices.join('|')})(?:;|$)`)

/** This visitor's answer about the pixel; null without a pixel, which is then mentioned on no page. */
export function pixelStateOf(headers: Headers, env: Settings): PixelState | null {
  if (pixelIdOf(env) === '') return null
  const [, choice] = choicePattern.exec(headers.get('cookie') ?? '') ?? []
  return pixelChoices.find((known) => known === choice) ?? 'none'
}

/** The hosts on which the library may have set its cookies: this one, and each domain above it. */
export function cookieDomains(hostname: string): string[] {
  const labels = hostname.split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}
