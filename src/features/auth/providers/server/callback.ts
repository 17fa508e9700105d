import type { ProviderName } from '#features/auth/contract.ts'
import { routes, type RouteKey } from '#shared/routing/routes.ts'
import type { AppContext } from '#server/context.ts'

/** The library of the protocol is evaluated when somebody comes back from a provider: no other page needs it. */
const loadAnswer = () => import('./answer.ts')
const loadFinish = () => import('./finish-sign-in.ts')

const providerOf: Partial<Record<string, ProviderName>> = {
  [routes.googleCallback.key]: 'google',
  [routes.facebookCallback.key]: 'facebook',
} satisfies Partial<Record<RouteKey, ProviderName>>

/** Returns the provider whose callback a route is, or undefined. */
export const findCallbackProvider = (routeKey: string): ProviderName | undefined => providerOf[routeKey]

/** Google-login rule (product.md): true if the URL answers an attempt that this browser started. Changes nothing. */
export async function isProviderCallback(c: AppContext, routeKey: string): Promise<boolean> {
  const provider = findCallbackProvider(routeKey)
  if (provider === undefined) return false
  const { findAnswered } = await loadAnswer()
  return (await findAnswered(c, provider, ['sign-in'])) !== null
}

export async function finishSignIn(c: AppContext, name: ProviderName): Promise<Response | null> {
  return (await loadFinish()).finishSignIn(c, name)
}
