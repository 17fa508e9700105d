import { findServiceWorkers, optional } from '#ui/browser/optional.ts'
import { sendAction, type ActionAnswer } from '#ui/forms/send-action.ts'
import { pushActions } from '../contract.ts'
import { findKeptDevice, forgetDevice, keepDevice, toRequest } from './kept-device.ts'

/** `denied`: the member has forbidden it in the browser. Only a browser with our service worker receives push messages. */
export type DeviceState = 'unsupported' | 'denied' | 'off' | 'on'

/** Returns the state of this browser; only the server knows whether it sends to it. Never shows a prompt. */
export async function readDevice(): Promise<DeviceState> {
  const manager = await findManager()
  if (!manager) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return (await manager.getSubscription()) ? 'on' : 'off'
}

async function findManager(): Promise<PushManager | null> {
  if (!optional(() => PushManager) || !optional(() => Notification)) return null
  const registration = await findServiceWorkers()?.getRegistration()
  return registration?.pushManager ?? null
}

/**
 * Requests the browser's permission if it is not granted yet, and registers it for messages. Call it from a press, because
 * browsers show their prompt only then. Rejects if the push service cannot be reached.
 */
export async function turnOn(member: string, vapidKey: string, offlineText: string): Promise<ActionAnswer | 'denied'> {
  const manager = await findManager()
  if (!manager || (await Notification.requestPermission()) !== 'granted') return 'denied'
  return sendSubscription(member, await subscribeFor(manager, vapidKey), offlineText)
}

/** A subscription with another key is useless, because the server signs with its own. */
async function subscribeFor(manager: PushManager, vapidKey: string): Promise<PushSubscription> {
  const known = await manager.getSubscription()
  if (known && keyOf(known) === vapidKey) return known
  await known?.unsubscribe()
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: vapidKey })
}

export function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer())
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

async function sendSubscription(member: string, subscription: PushSubscription, offlineText: string): Promise<ActionAnswer> {
  const answer = await sendAction(pushActions.subscribe, toRequest(member, subscription), offlineText)
  if (answer.kind === 'done') await keepDevice(member, subscription.endpoint)
  return answer
}

/** The server removes this device first: if the browser then fails to unsubscribe, it still gets nothing. */
export async function turnOff(member: string, offlineText: string): Promise<ActionAnswer> {
  const answer = await sendAction(pushActions.unsubscribe, {}, offlineText)
  if (answer.kind !== 'done') return answer
  await forgetDevice(member)
  await (await (await findManager())?.getSubscription())?.unsubscribe()
  return answer
}

/**
 * Registers this browser again if the server sends to another endpoint than its current one. The operator may have changed the
 * key, or the browser its subscription while the server could not be reached. Only for the member who has asked for messages
 * here.
 */
export async function renewDevice(member: string, vapidKey: string): Promise<void> {
  const kept = await findKeptDevice(member)
  const manager = kept === null ? null : await findManager()
  if (!manager) return
  const known = await manager.getSubscription()
  if (known && known.endpoint === kept && keyOf(known) === vapidKey) return
  await sendSubscription(member, await subscribeFor(manager, vapidKey), '')
}
