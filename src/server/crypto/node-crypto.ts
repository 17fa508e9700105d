type NodeCrypto = typeof import('node:crypto')

let loaded: NodeCrypto | undefined

/** `node:crypto`, with its first use: an import of it brings Node's streams, 3 ms of every isolate's start. */
export function nodeCrypto(): NodeCrypto {
  loaded ??= process.getBuiltinModule('node:crypto') as NodeCrypto
  return loaded
}
