import { fewLikes } from '#features/likes/contract.ts'
import type { Translator } from '#shared/i18n/translator.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import type { Person } from './likes-context.ts'

type Given = {
  /** Likes left after it; undefined if nothing is counted. */
  left: number | undefined
  /** It was given again on its day, and keeps its first line. */
  isFirstLine: boolean
}

/** The toast for a like. */
export function showLiked({ t, tn, format }: Translator, person: Person, { left, isFirstLine }: Given): void {
  showToast({
    id: `like-${person.id}`,
    title: t(isFirstLine ? 'likes.done.firstLine' : 'likes.done.liked', { name: person.firstName }),
    type: 'success',
    icon: person.avatar ?? undefined,
    // Shows the number once: in a sentence if few are left.
    ...(left === undefined
      ? {}
      : left <= fewLikes
        ? { text: tn('likes.left.said', left) }
        : { fact: { icon: 'heart', text: format.number(left) } }),
  })
}
