import type { AppContext } from './context.ts'

/**
 * Returns the network of a request, for every limit by address: an IPv4 address, or the first 64 bits of an IPv6 one. One
 * ordinary connection owns all addresses below those bits. The edge sets `CF-Connecting-IP`; clients cannot.
 */
export function clientAddress(c: AppContext): string {
  return networkOf(c.req.header('cf-connecting-ip') ?? '')
}

/** Returns `203.0.113.7` unchanged, `2001:db8:0:1:…` as `2001:db8:0:1::/64`, and `unknown` for anything else. */
export function networkOf(address: string): string {
  const mapped = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address.trim())?.[1]
  if (mapped) return mapped
  const groups = readGroups(address.trim().toLowerCase().replace(/%.*$/, ''))
  return groups ? `${groups.slice(0, 4).join(':')}::/64` : 'unknown'
}

/** Returns the eight groups of an IPv6 address without leading zeros, or null if it is not one. */
function readGroups(address: string): string[] | null {
  if (!/^[\da-f:.]+$/.test(address) || !URL.canParse(`http://[${address}]/`)) return null
  // The URL parser normalises every spelling of an address; only the longest run of zeros stays abbreviated.
  const [head = '', tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::')
  const [left, right] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean))
  if (!left || !right) return null
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right]
}
