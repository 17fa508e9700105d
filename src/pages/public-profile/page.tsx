import type { PublicProfileProps } from '#features/public-profiles/contract.ts'
import { PromptAnswers } from '#features/profile/ui/prompts/prompt-answers.tsx'
import { WrittenIn } from '#features/profile/ui/prompts/written-in.tsx'
import { JoinNote } from '#features/public-profiles/ui/join-note.tsx'
import { PublicList } from '#features/public-profiles/ui/public-list.tsx'
import { PublicPersonView } from '#features/public-profiles/ui/public-person.tsx'
import styles from './page.module.css'

export default function PublicProfile({ data }: { data: PublicProfileProps }) {
  return (
    <div className={styles.page}>
      {data.kind === 'one' ? (
        <PublicPersonView
          person={data.person}
          writtenIn={<WrittenIn language={data.person.aboutIn.named} />}
          answers={<PromptAnswers answers={data.person.answers} />}
        >
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
