import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import type { TieKind } from '#shared/text/tie.ts'
import { IconLink } from '#ui/controls/icon-button.tsx'

type TieHeartProps = {
  personId: string
  kind: TieKind
  /** The thing in the URL: `photo.ID`, `answer.PROMPT` or `about`. */
  thing: string
  onOpen: (thing: string) => void
}

/**
 * A heart on one thing of a profile, in a speech bubble: the card's own hearts like at once. It opens the sheet; without a script, the page with the form. It likes nothing by itself.
 */
export function TieHeart({ personId, kind, thing, onOpen }: TieHeartProps) {
  const { t } = useI18n()
  const href = useHref()
  return (
    <IconLink
      href={href(routes.profileInfo, { id: personId }, { query: { tie: thing }, hash: 'tie' })}
      icon="message-circle-heart"
      kind="raised"
      label={t(`likes.tie.like.${kind}`)}
      aria-haspopup="dialog"
      data-tie={thing}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        onOpen(thing)
      }}
    />
  )
}
