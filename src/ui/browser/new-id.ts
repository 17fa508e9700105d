/** A random UUID, which pages without a secure context and older browsers do not make themselves. */
export function newId(): string {
  const maker: Partial<Pick<Crypto, 'randomUUID'>> = crypto
  if (maker.randomUUID) return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  // Version 4 and its variant, by RFC 9562.
  const marked = bytes.map((byte, at) => (at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte))
  return [...marked]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
