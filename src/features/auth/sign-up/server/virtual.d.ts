declare module 'virtual:breached-passwords' {
  /** Breached passwords as a Bloom filter: the bytes of `breached-passwords.bin`. */
  const file: Uint8Array
  export default file
}
