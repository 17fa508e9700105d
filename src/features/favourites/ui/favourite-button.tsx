import { favouriteActions } from '#features/favourites/contract.ts'
import { useState } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { createOptimisticUpdates } from '#ui/forms/optimistic-updates.ts'
import { sendInOrder } from '#ui/forms/send-in-order.ts'
import { showRefusal, showToast } from '#ui/feedback/toasts.ts'

type FavouriteButtonProps = {
  person: { id: string; firstName: string; avatar: string | null }
  /** The state sent with the page. */
  kept: boolean
  /** `icon` for use on a portrait, `text` for a row of buttons. */
  look?: 'icon' | 'text'
  wide?: boolean
  /** The note of a person who was removed by mistake and is added again. */
  note?: string
  onChange?: (kept: boolean) => void
}

/**
 * Adds or removes a favourite. The press shows at once, is rolled back if the server refuses it, and is a plain form without a
 * script.
 */
export function FavouriteButton({ person, kept: known, look = 'icon', wide, note = '', onChange }: FavouriteButtonProps) {
  const { t } = useI18n()
  const { now } = usePage()
  // A newer page overrides presses on the previous one.
  const [pressed, setPressed] = useState<{ kept: boolean; on: number } | null>(null)
  const [pressOn] = useState(() => createOptimisticUpdates<boolean>())
  const isKept = pressed?.on === now ? pressed.kept : known
  const name = person.firstName

  const set = (kept: boolean) => {
    setPressed({ kept, on: now })
    onChange?.(kept)
  }
  async function press() {
    const body = isKept ? { id: person.id } : { id: person.id, note }
    const answer = await pressOn(person.id, {
      before: isKept,
      after: !isKept,
      show: set,
      send: () => sendInOrder([person.id], actionOf(isKept), body, t('common.error.offline')),
    })
    if (answer.kind === 'refused') {
      showRefusal(answer)
    } else if (!isKept) {
      showToast({ id: `favourite-${person.id}`, title: t('favourites.done.kept', { name }), icon: person.avatar ?? undefined })
    }
  }

  const label = t(isKept ? 'favourites.remove' : 'favourites.keep', { name })
  return (
    <form
      method="post"
      action={actionOf(isKept).path}
      onSubmit={(event) => {
        event.preventDefault()
        void press()
      }}
    >
      <input type="hidden" name="id" value={person.id} />
      {look === 'icon' ? (
        <IconButton type="submit" icon="star" kind="raised" filled={isKept} label={label} />
      ) : (
        <Button icon="star" kind="quiet" wide={wide}>
          {t(isKept ? 'favourites.keptShort' : 'favourites.keepShort')}
          {/* Matches the visible words, so that people who use voice control can say what they see. */}
          <span className="visually-hidden"> · {isKept ? label : name}</span>
        </Button>
      )}
    </form>
  )
}

const actionOf = (isKept: boolean) => (isKept ? favouriteActions.remove : favouriteActions.keep)
