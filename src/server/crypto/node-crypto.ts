type NodeCrypto = typeof import('node:crypto')

let loaded: NodeCrypto | undefined

/** Loads `node:crypto` on first use: an import pulls in Node's streams, 3 ms of every isolate's start. */
export function nodeCrypto(): NodeCrypto {
  loaded ??= process.getBuiltinModule('node:crypto')
  if (!loaded) throw new Error('The runtime has no node:crypto. Cure: set the flag nodejs_compat in wrangler.toml.')
  return loaded
}
