import { WriteButton, type Writing } from '#features/chat/ui/requests/write-to.tsx'
import { FavouriteButton } from '#features/favourites/ui/favourite-button.tsx'
import { LikeButton } from '#features/likes/ui/like-button.tsx'
import { PassButton } from '#features/likes/ui/pass-button.tsx'
import type { PersonView } from '#features/profile/contract.ts'
import { useRestoredFocus } from '#ui/hooks/use-restored-focus.ts'
import styles from './actions.module.css'
import type { Props } from './props.ts'

type ActionsProps = {
  person: PersonView
  relation: NonNullable<Props['relation']>
  writing: Writing
  isFavourite: boolean
  isNoScript: boolean
}

/** All decisions about a person, always within reach. On a phone only the like has visible words. */
export function Actions({ person, relation: { relationship, likesMe }, writing, isFavourite, isNoScript }: ActionsProps) {
  const actions = useRestoredFocus<HTMLDivElement>()
  return (
    <div ref={actions} className={styles.actions}>
      <div className={styles.small}>
        <PassButton person={person} relationship={relationship} look="text" wide />
      </div>
      <div className={styles.small}>
        <FavouriteButton person={person} kept={isFavourite} look="text" wide />
      </div>
      <div className={writing.write.kind === 'open' ? styles.main : styles.small}>
        <WriteButton {...{ person, writing, isNoScript }} />
      </div>
      <div className={styles.main}>
        <LikeButton person={person} relationship={relationship} look="text" likesMe={likesMe} wide />
      </div>
    </div>
  )
}
