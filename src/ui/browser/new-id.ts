/** Returns a random UUID: older browsers, and pages without a secure context, have no `randomUUID`. */
export function newId(): string {
  const maker: Partial<Pick<Crypto, 'randomUUID'>> = crypto
  if (maker.randomUUID) return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  // Sets version 4 and the variant of RFC 9562.
  const marked = bytes.map((byte, at) => (at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte))
  return [...marked]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
