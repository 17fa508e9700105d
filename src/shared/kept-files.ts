/** Names with a hash or a build id: their content never changes, so any build may keep them. */
const keptFile = /^(?:assets\/[\w.-]+-[\w-]{6,7}\.\w+|locales\/\w{12}\/[\w-]+\/[\w-]+\.json|builds\/meta\/\w{12}\.json)$/

/** Returns the key under which a build's file is kept, from its path in the build or its URL; null for any other. */
export function fileKeyOf(path: string): string | null {
  const key = path.replace(/^\//, '')
  return keptFile.test(key) ? key : null
}
