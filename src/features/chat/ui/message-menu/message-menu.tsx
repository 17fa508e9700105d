import { use, useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { LiveContext } from '#shared/realtime/realtime.tsx'
import { reactions, type WireMessage } from '#shared/realtime/wire.ts'
import { Icon } from '#ui/icons/icon.tsx'
import type { IconName } from '#ui/icons/icon-names.ts'
import { useConversation, type MenuTarget } from '../conversation/conversation-context.ts'
import styles from './message-menu.module.css'
import { anchorMenu } from './anchor-menu.ts'
import { canCopy, copyText } from './copy-text.ts'
import { QuotedWords } from '../messages/quote.tsx'
import { isEditable } from '../composer/writing-state.ts'

type MessageMenuProps = {
  target: MenuTarget
  message: WireMessage
  /** `hasMoved`: the focus moves somewhere else, not back to the menu's button. */
  onClose: (hasMoved?: boolean) => void
  onDelete: (message: WireMessage) => void
}

/**
 * The actions on one message: a popover at its button or at the pointer, on phones a sheet at the foot. It covers the page with
 * an invisible backdrop. A light-dismissed popover would close when the finger of the long press is lifted, and a press beside it
 * would reach the page below.
 */
export function MessageMenu({ target, message, onClose, onDelete }: MessageMenuProps) {
  const { t } = useI18n()
  const { viewerId, react, writing } = useConversation()
  const live = use(LiveContext)
  const [now] = useState(() => live?.getState().serverNow() ?? 0)
  const ground = useRef<HTMLDialogElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const isOwn = message.from === viewerId

  useLayoutEffect(() => {
    if (!ground.current || !panel.current) return
    ground.current.showPopover()
    anchorMenu(panel.current, target.point ?? target.button.getBoundingClientRect())
    const first = panel.current.querySelector<HTMLElement>('[aria-pressed=true], button')
    ;(target.point ? ground.current : first)?.focus()
  }, [target])
  useEffect(() => {
    const close = () => onClose()
    window.addEventListener('resize', close)
    return () => window.removeEventListener('resize', close)
  }, [onClose])

  const copy = () => void copyText(message.text, { done: t('chat.copied'), refused: t('common.error.unavailable') })
  const item = (icon: IconName, words: string, act: () => void, hasMoved = false) => (
    <button
      type="button"
      className={`${styles.item} ${icon === 'trash-2' ? styles.danger : ''}`}
      onClick={() => {
        onClose(hasMoved)
        act()
      }}
    >
      <Icon name={icon} />
      {words}
    </button>
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a dialog handles its own keys
    <dialog
      ref={ground}
      popover="manual"
      className={styles.ground}
      aria-label={t('chat.menu.label')}
      tabIndex={-1}
      onKeyDown={(event) => (event.key === 'Escape' || event.key === 'Tab' ? onClose() : moveFocus(event))}
      onPointerDown={(event) => event.target === event.currentTarget && onClose()}
      onContextMenu={(event) => event.preventDefault()}
    >
      <div ref={panel} className={styles.panel}>
        <p className={styles.about}>
          <QuotedWords message={message} />
        </p>
        <ReactionRow
          message={message}
          onPick={(emoji) => {
            onClose()
            react(message.seq, emoji)
          }}
        />
        {target.onlyReactions ? null : (
          <div className={styles.items}>
            {item('reply', t('chat.menu.reply'), () => writing.answer(message), true)}
            {message.text !== '' && canCopy() ? item('copy', t('chat.menu.copy'), copy) : null}
            {isEditable(message, viewerId, now) ? item('pencil', t('chat.menu.edit'), () => writing.edit(message), true) : null}
            {isOwn ? item('trash-2', t('chat.menu.delete'), () => onDelete(message), true) : null}
          </div>
        )}
      </div>
    </dialog>
  )
}

/** `onPick` gets the viewer's new reaction; '' removes theirs. */
function ReactionRow({ message, onPick }: { message: WireMessage; onPick: (emoji: string) => void }) {
  const { t } = useI18n()
  const { viewerId } = useConversation()
  const mine = message.reactions?.find(({ from }) => from === viewerId)?.emoji
  return (
    <fieldset aria-label={t('chat.menu.react')} className={styles.reactions}>
      {reactions.map((emoji) => (
        <button
          key={emoji}
          type="button"
          className={styles.reaction}
          aria-pressed={mine === emoji}
          onClick={() => onPick(mine === emoji ? '' : emoji)}
        >
          {emoji}
        </button>
      ))}
    </fieldset>
  )
}

/** Arrow keys wrap around: up and down treat the row of reactions as one item, left and right move within it. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const inRow = (element: Element | null) => element?.closest('fieldset') != null
  const active = document.activeElement
  const isAlong = event.key === 'ArrowLeft' || event.key === 'ArrowRight'
  const stops = [...event.currentTarget.querySelectorAll('button')].filter((button) =>
    isAlong ? inRow(button) : !inRow(button) || button === active || (!inRow(active) && button.matches(':first-child')),
  )
  const from = stops.findIndex((button) => button === active)
  const next = from === -1 && step === -1 ? stops.length - 1 : (from + step + stops.length) % stops.length
  stops[next]?.focus()
}
