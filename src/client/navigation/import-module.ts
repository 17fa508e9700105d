/**
 * Imports the default export of a module whose URL is in the document. A missing one belongs to another deployment, like a
 * missing chunk of the bundler's own: stale-chunk.ts handles both.
 */
export async function importDefault<Export>(address: string): Promise<Export> {
  try {
    const module = (await import(/* @vite-ignore */ address)) as { default: Export }
    return module.default
  } catch (error) {
    dispatchEvent(new Event('vite:preloadError', { cancelable: true }))
    throw error
  }
}
