import { useI18n } from '#shared/i18n/context.tsx'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { likeActions, type Relationship } from '#features/likes/contract.ts'
import { PersonForm } from './person-form.tsx'
import styles from './likes.module.css'
import { useLikes, type Person } from './provider/likes-context.ts'

type LikeButtonProps = {
  person: Person
  relationship?: Relationship
  /** `icon` for use on a portrait, `text` for a row of buttons. */
  look?: 'icon' | 'text'
  /** The person already likes the viewer; the text mentions it. */
  likesMe?: boolean
  /** Text of the button after a like: that it was given, or what a press does (in the list of given likes). */
  givenText?: 'liked' | 'takeBack'
  wide?: boolean
  /** The key with the same effect on its card. */
  shortcut?: string
}

/** Likes a person or withdraws the like. Renders nothing for current and former matches. */
export function LikeButton({
  person,
  relationship: known = 'none',
  look = 'icon',
  likesMe = false,
  givenText = 'liked',
  wide,
  shortcut,
}: LikeButtonProps) {
  const { t } = useI18n()
  const likes = useLikes()
  const relationship = likes.relationOf(person.id, known)
  if (relationship === 'matched' || relationship === 'ended') return null
  const isGiven = relationship === 'liked'
  const name = person.firstName
  const isSpent = likes.quota.left === 0 && !isGiven
  const takeBack = look === 'icon' || givenText === 'takeBack'
  // The spoken name starts with the visible words, so that people who use voice control can say what they see.
  const label = isGiven
    ? t(takeBack ? 'likes.takeBack' : 'likes.given', { name })
    : t(likesMe ? 'likes.giveBack' : 'likes.give', { name })
  const text = isGiven ? t(takeBack ? 'likes.withdraw' : 'likes.liked') : t(likesMe ? 'likes.likeBack' : 'likes.like')
  const onPress = () => (isGiven ? likes.takeBack(person, relationship) : likes.give(person, relationship))
  return (
    <PersonForm
      action={isGiven ? likeActions.withdraw.path : likeActions.like.path}
      id={person.id}
      next={isGiven ? undefined : likes.next}
      onPress={onPress}
    >
      {look === 'icon' ? (
        <IconButton
          type="submit"
          icon="heart"
          kind={isSpent ? 'raised' : 'thread'}
          className={isSpent ? styles.spent : undefined}
          size="l"
          filled={isGiven}
          label={label}
          title={shortcut && `${label} (${shortcut})`}
          aria-keyshortcuts={shortcut}
        />
      ) : (
        <Button
          icon={isGiven && takeBack ? 'heart-off' : 'heart'}
          kind={isGiven || isSpent ? 'secondary' : 'primary'}
          aria-label={label}
          data-given={isGiven || undefined}
          wide={wide}
        >
          {text}
        </Button>
      )}
    </PersonForm>
  )
}
