import { expect, it } from 'vitest'
import { networkOf } from './client-address.ts'

it('an IPv4 address is counted whole, however it is written', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7')
  expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7')
})

it('all addresses of one IPv6 connection count as one', () => {
  const line = '2001:db8:0:1::/64'
  for (const address of ['2001:db8:0:1::', '2001:db8:0:1::1', '2001:0DB8:0000:0001:ffff:ffff:ffff:ffff', '2001:db8::1:0:0:0:9'])
    expect(networkOf(address), address).toBe(line)
  expect(networkOf('2001:db8:0:2::1')).not.toBe(line)
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
})

it('invalid addresses share one key, so that no one gets a limit of their own by writing nonsense', () => {
  for (const address of ['', 'nonsense', '2001:db8', '1.2.3', ':::', '2001:db8::1]/x['])
    expect(networkOf(address), address).toBe('unknown')
})
