import { expect, test } from 'vitest'
import { publicConfig } from './public-config.ts'

const env = {
  PUBLIC_ORIGIN: 'https://kismet.example',
  TEXT_KEY: 'a'.repeat(64),
  SALT_LENGTH: '16',
  ENVIRONMENT: 'staging',
  PIXEL_ID: '12345',
  VAPID_PUBLIC_KEY: 'public',
  VAPID_PRIVATE_KEY: 'private',
} as const
const url = 'https://kismet.example/uk/likes'

test('the browser gets the address of the socket, the text settings and the key for push', () => {
  expect(publicConfig(env, url)).toEqual({
    wssURL: 'wss://kismet.example/realtime',
    textKey: env.TEXT_KEY,
    saltLength: 16,
    pixelId: '',
    vapidKey: 'public',
    periodicRefresh: false,
  })
  expect(publicConfig({ ...env, PUBLIC_ORIGIN: '' }, 'http://localhost:8787/likes').wssURL).toBe('ws://localhost:8787/realtime')
})

test('without both keys there is no push', () => {
  expect(publicConfig({ ...env, VAPID_PRIVATE_KEY: '' }, url).vapidKey).toBe('')
  expect(publicConfig({ ...env, VAPID_PRIVATE_KEY: undefined }, url).vapidKey).toBe('')
})

test('the pixel is named in production alone', () => {
  expect(publicConfig({ ...env, ENVIRONMENT: 'production' }, url).pixelId).toBe('12345')
})

test('the session is refreshed periodically only where that is switched on', () => {
  const isOn = (SESSION_REFRESH: string) => publicConfig({ ...env, SESSION_REFRESH }, url).periodicRefresh
  expect(['on', 'off', ''].map(isOn)).toEqual([true, false, false])
})
