import type { PublicProfileProps } from '#features/public-profiles/contract.ts'
import { JoinNote } from '#features/public-profiles/ui/join-note.tsx'
import { PublicList } from '#features/public-profiles/ui/public-list.tsx'
import { PublicPersonView } from '#features/public-profiles/ui/public-person.tsx'
import styles from './page.module.css'

export default function PublicProfile({ data }: { data: PublicProfileProps }) {
  return (
    <div className={styles.page}>
      {data.kind === 'one' ? (
        <PublicPersonView person={data.person}>
          <JoinNote />
        </PublicPersonView>
      ) : (
        <>
          <PublicList {...data} />
          <JoinNote />
        </>
      )}
    </div>
  )
}
