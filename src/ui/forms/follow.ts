import { navigate } from '../browser/navigate.ts'

/**
 * Follows a form's redirect. Resolves when the page that it leads to is on screen, or where the browser refused to go: the form may still be
 * there, by the same path with another query. With a new document it never resolves. `reload` asks for one.
 */
export async function follow(target: string, reload: boolean): Promise<void> {
  const { navigation } = window
  if (!navigation) {
    location.assign(target)
    return new Promise(() => {})
  }
  await navigate(navigation, target, reload ? { info: 'document' } : {})
}
