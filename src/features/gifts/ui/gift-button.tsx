import { Suspense, useEffect, useState } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { GiftSheet } from './lazy-browser.ts'

export type GiftButtonProps = {
  conversation: string
  name: string
  /** Key of the order of a gift that was just paid for: the sheet opens by itself and sends it. */
  bought: string | null
}

/** Opens the gifts of a conversation. */
export function GiftButton(about: GiftButtonProps) {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  // Never in the document: the sheet is for browsers alone.
  useEffect(() => setIsOpen(about.bought !== null), [about.bought])
  return (
    <>
      <IconButton icon="gift" label={t('gifts.give')} onClick={() => setIsOpen(true)} />
      {isOpen ? (
        <Suspense fallback={null}>
          <GiftSheet {...about} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
