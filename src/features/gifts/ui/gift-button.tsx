import { Suspense, useState } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { useInBrowser } from '#ui/hooks/use-in-browser.ts'
import { GiftSheet } from './lazy-browser.ts'

type GiftButtonProps = {
  conversation: string
  name: string
  /** Order key of a gift that was just paid for: the sheet opens by itself and sends it. */
  bought: string | null
}

/** Opens the gifts of a conversation. */
export function GiftButton({ bought, ...about }: GiftButtonProps) {
  const { t } = useI18n()
  /** Null until it was opened or closed manually. */
  const [isOpen, setIsOpen] = useState<boolean | null>(null)
  // Never in the document: the sheet is for browsers only.
  const isBrowser = useInBrowser()
  return (
    <>
      <IconButton icon="gift" label={t('gifts.give')} onClick={() => setIsOpen(true)} />
      {(isOpen ?? (isBrowser && bought !== null)) ? (
        <Suspense fallback={null}>
          <GiftSheet {...about} bought={isOpen ? null : bought} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
