import { showToast } from '#ui/feedback/toasts.ts'

/** Browsers have no clipboard for a page outside a secure context, such as a phone that opens a development machine's address. */
export const canCopy = () => 'clipboard' in navigator

/**
 * Shows in a toast whether the text is on the clipboard: a browser may refuse it, for example in a document without the focus.
 */
export async function copyText(text: string, words: { done: string; refused: string }): Promise<void> {
  const isDone = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
  showToast({ id: 'copied', title: isDone ? words.done : words.refused, type: isDone ? 'success' : 'error' })
}
