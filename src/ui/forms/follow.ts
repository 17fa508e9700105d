import { findNavigation, navigate } from '../browser/navigate.ts'

/**
 * Follows a form's redirect. Resolves when the target page is shown, or if the browser refused to navigate: the form may still be
 * there, at the same path with another query. With a new document, which `reload` requests, it never resolves.
 */
export async function follow(target: string, reload: boolean): Promise<void> {
  const navigation = findNavigation()
  if (!navigation) {
    location.assign(target)
    return new Promise(() => {})
  }
  await navigate(navigation, target, reload ? { info: 'document' } : {})
}
