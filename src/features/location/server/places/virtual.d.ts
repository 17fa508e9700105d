declare module 'virtual:towns' {
  /** Reads the towns that members choose from: the bytes of `places.bin`. `assets`: the binding of the deployment's files. */
  const read: (assets: Fetcher | undefined) => Promise<Uint8Array<ArrayBuffer>>
  export default read
}
