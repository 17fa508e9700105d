declare module 'virtual:places' {
  /** The towns that members choose from: the bytes of `places.bin`. */
  const file: Uint8Array<ArrayBuffer>
  export default file
}
