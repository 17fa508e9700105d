import { describe, expect, it } from 'vitest'
import { isOwnHost } from './local-host.ts'

const hostOf = (host: string) => new URL(`http://${host}:8787/`).hostname

describe('a host of this machine', () => {
  it.each(['localhost', 'LOCALHOST', 'kismet.localhost', '127.0.0.1', '127.1', '127.255.0.9', '[::1]'])('is %s', (host) => {
    expect(isOwnHost(hostOf(host))).toBe(true)
  })

  it.each([
    'evil.example',
    'kismet.workers.dev',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'mylocalhost',
    'test.example',
    'test',
    'kismet.test',
    'kismet.localhost.test',
    'localhost.',
    '0.0.0.0',
    '10.0.0.1',
    '192.168.1.20',
    '[::]',
    '[fe80::1]',
  ])('is not %s', (host) => {
    expect(isOwnHost(hostOf(host))).toBe(false)
  })
})
