import { parseLocalPath, href } from '#shared/routing/href.ts'
import { notFound } from '#shared/errors.ts'
import { getLocale } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import { providerActions, type ProviderName } from '#features/auth/contract.ts'
import { isFormPost } from '#server/actions/body.ts'
import type { AppContext } from '#server/context.ts'
import { translatorOf } from '#server/actions/error-text.ts'
import { publicOrigin } from '#server/origin.ts'
import { authorizeUrl, newSecrets } from './open-id.ts'
import { saveAttempt, type Attempt } from './sealed.ts'
import { findProvider, type Provider } from './settings.ts'

const callbacks = { google: routes.googleCallback, facebook: routes.facebookCallback } as const
const linkCallbacks = {
  google: providerActions.linkGoogleCallback.path,
  facebook: providerActions.linkFacebookCallback.path,
} as const

/** Returns the URL to which the provider sends the browser back: exactly as registered there, without a locale. */
export function redirectUri(c: AppContext, name: ProviderName, purpose: Attempt['purpose']): string {
  const path = purpose === 'sign-in' ? href(callbacks[name], {}, { locale: 'en' }) : linkCallbacks[name]
  return publicOrigin(c.env, c.req.url) + path
}

/** Returns the provider; throws 404 if this deployment does not offer it. */
export function getProvider(c: AppContext, name: ProviderName): Provider {
  const provider = findProvider(c.env, name)
  if (!provider) throw notFound('No credentials for this provider')
  return provider
}

type Start = { name: ProviderName; purpose: Attempt['purpose']; next?: unknown; sid: string | null }

/** Stores this attempt's secrets in the browser and sends it to the provider. */
export async function startAttempt(c: AppContext, { name, purpose, next, sid }: Start): Promise<Response> {
  const provider = getProvider(c, name)
  const attempt: Attempt = {
    ...newSecrets(),
    purpose,
    provider: name,
    next: parseLocalPath(next),
    locale: c.get('locale').code,
    sid,
  }
  await saveAttempt(c, attempt)
  const target = await authorizeUrl(provider, attempt, redirectUri(c, name, purpose))
  return isFormPost(c) ? sendAway(c, target) : c.json({ redirect: target })
}

/**
 * Renders a page that navigates on at once. A 303 would fail: our policy's `form-action 'self'` applies to every redirect after a
 * form. That includes redirects between a provider's own hosts, which cannot all be listed.
 */
async function sendAway(c: AppContext, target: string): Promise<Response> {
  const { t } = await translatorOf(c, ['auth'])
  const url = escapeHtml(target)
  const nonce = c.get('nonce')
  c.header('Content-Security-Policy', `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'`)
  return c.html(
    `<!doctype html><html lang="${getLocale(c.get('locale').code).lang}"><head><meta charset="utf-8">` +
      `<meta name="robots" content="noindex"><meta http-equiv="refresh" content="0;url=${url}">` +
      // Our pages opt into view transitions; a transition to a page without them is reported as an error.
      `<style nonce="${nonce}">@view-transition { navigation: auto } :root { color-scheme: light dark; font: 1.1rem system-ui }</style>` +
      `<title>${escapeHtml(t('auth.provider.leaving'))}</title></head>` +
      `<body><p><a href="${url}">${escapeHtml(t('auth.provider.leaving'))}</a></p></body></html>`,
  )
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
