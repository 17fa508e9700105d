/**
 * The default export of a module whose address the document names. One that is gone is of another deployment, as a chunk of
 * the bundler's own would be: stale-chunk.ts hears of both.
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
