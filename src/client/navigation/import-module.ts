/** Imports the default export of a module whose URL is in the document. */
export async function importDefault<Export>(address: string): Promise<Export> {
  const module = (await orReload(import(/* @vite-ignore */ address))) as { default: Export }
  return module.default
}

/**
 * Loads what a document names. A missing file belongs to another deployment, like a missing chunk of the bundler's own:
 * stale-chunk.ts handles both.
 */
export async function orReload<Loaded>(loading: Promise<Loaded>): Promise<Loaded> {
  try {
    return await loading
  } catch (error) {
    dispatchEvent(new Event('vite:preloadError', { cancelable: true }))
    throw error
  }
}
