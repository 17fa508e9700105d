import { visitActions } from '#features/visits/contract.ts'
import { type ReactNode, Suspense, useState } from 'react'
import { useWrite, WriteNote } from '#features/chat/ui/requests/write-to.tsx'
import { FavouriteNotices } from '#features/favourites/ui/favourite-notices.tsx'
import type { Relationship } from '#features/likes/contract.ts'
import { LikesLeft } from '#features/likes/ui/likes-left.tsx'
import { useLikes, type Person } from '#features/likes/ui/provider/likes-context.ts'
import { LikesProvider } from '#features/likes/ui/provider/likes-provider.tsx'
import { useTying } from '#features/likes/ui/tie/use-tying.tsx'
import { PassedNote } from '#features/likes/ui/pass-button.tsx'
import type { PhotoView } from '#features/photos/contract.ts'
import { PhotoHero } from '#features/photos/ui/lightbox/photo-hero.tsx'
import type { PersonView } from '#features/profile/contract.ts'
import { PausedNotice } from '#features/profile/ui/lazy.ts'
import { PersonSheet } from '#features/profile/ui/person/person-sheet.tsx'
import { Together } from '#features/profile/ui/person/together.tsx'
import { Compatibility } from '#features/quiz/ui/compatibility.tsx'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import type { TieView } from '#shared/text/tie.ts'
import { routes } from '#shared/routing/routes.ts'
import { Tag } from '#ui/feedback/badge.tsx'
import { IconLink } from '#ui/controls/icon-button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { TiedThing } from '#ui/identity/tied-thing.tsx'
import { LineSafety } from '#ui/kinder/line-safety.tsx'
import { useSeen } from '#ui/hooks/use-seen.ts'
import { Actions } from './actions.tsx'
import styles from './page.module.css'
import type { Props } from './props.ts'
import { useSafety } from './safety.tsx'
import { UndoPass } from './lazy.tsx'
import { useNextStep } from './use-next-step.tsx'

export default function ProfileInfo({ data }: { data: Props }) {
  const { person, relation, quota, canUndo } = data
  const href = useHref()
  const { goOn, goBackTo } = useNextStep()
  const { t } = useI18n()
  const [passed, setPassed] = useState<Person | null>(null)
  const isUndoable = passed !== null && passed.id !== person.id && canUndo
  useSeen(visitActions.leave, 'id', relation === null ? null : person.id)
  return (
    <LikesProvider
      quota={quota}
      canUndo={canUndo}
      next={href(routes.peopleNearby, {})}
      onDecided={(decided, by) => {
        setPassed(by === 'passed' ? decided : null)
        void goOn(decided)
      }}
    >
      <FavouriteNotices />
      {/* In the document before it has text, so that screen readers announce it. */}
      <output className="visually-hidden">{isUndoable ? t('likes.done.passed', { name: passed.firstName }) : null}</output>
      {relation ? (
        <SomebodyElse
          data={data}
          relation={relation}
          undo={
            isUndoable ? (
              <Suspense fallback={null}>
                <UndoPass
                  key={passed.id}
                  person={passed}
                  onGone={() => setPassed(null)}
                  onUndone={() => void goBackTo(passed, person.id)}
                />
              </Suspense>
            ) : null
          }
        />
      ) : (
        <Own data={data} />
      )}
    </LikesProvider>
  )
}

/** The member's own URL: the profile as others see it, without anything about a pair. */
function Own({ data: { person, photos } }: { data: Props }) {
  const { t } = useI18n()
  return (
    <PersonSheet
      person={person}
      isOwn
      band={null}
      shared={[]}
      corner={<Back />}
      picture={pictureOf(photos, person)}
      before={<Notice title={t('profile.own.title')}>{t('profile.own.text')}</Notice>}
    />
  )
}

type SomebodyElseProps = {
  data: Props
  relation: NonNullable<Props['relation']>
  /** Undo bar of the previous person. */
  undo: ReactNode
}

function SomebodyElse({ data, relation, undo }: SomebodyElseProps) {
  const { person, photos, isFavourite, isNoScript, compatibility } = data
  const writing = useWrite(person, data.write)
  const { menu, dialogs, report, block } = useSafety(person, isNoScript)
  const { relationship } = relation
  const { heartOf, sheet } = useTying({ person, relationship, offer: data.ties, photos, named: data.named })
  const isPaused = usePage().viewer?.state === 'paused' && writing.write.kind !== 'open'
  return (
    <>
      <PersonSheet
        person={person}
        isOwn={false}
        band={relation.band}
        shared={relation.together.interests}
        corner={<Back />}
        menu={menu}
        picture={pictureOf(photos, person, (id) => heartOf('photo', id))}
        heartOf={heartOf}
        before={
          <>
            <RelationshipNote person={person} relation={relation} />
            <Received {...{ data, report, block }} tie={relation.received} />
            {relation.relationship === 'none' || relation.relationship === 'passed' ? <LikesLeft /> : null}
            {isPaused ? (
              <Suspense fallback={null}>
                <PausedNotice />
              </Suspense>
            ) : (
              <WriteNote person={{ ...person, languages: [...person.languages, ...data.spoken] }} {...{ writing, isNoScript }} />
            )}
          </>
        }
        common={<Together together={relation.together} />}
        after={<Compatibility compatibility={compatibility} name={person.firstName} />}
        bar={
          isPaused ? null : (
            <>
              {undo}
              <Actions {...{ person, relation, writing, isFavourite, isNoScript }} />
            </>
          )
        }
      />
      {sheet}
      {dialogs}
    </>
  )
}

type ReceivedProps = { data: Props; tie: TieView | null } & Pick<ReturnType<typeof useSafety>, 'report' | 'block'>

/** What of the reader's the person likes, with the line that came with it, until the reader has decided. */
function Received({ data: { person, spoken, isNoScript }, tie, report, block }: ReceivedProps) {
  const { t } = useI18n()
  const relationship = useLikes().relationOf(person.id, 'none')
  if (tie === null || relationship === 'passed' || relationship === 'matched') return null
  return (
    <div className={styles.received}>
      <TiedThing
        tie={tie}
        said={t(`likes.tie.received.${tie.kind}`)}
        removed={t('likes.tie.removed')}
        lineIn={person.aboutIn.named}
      />
      {/* The menu has a dialog of the same kind. */}
      <LineSafety
        {...{ person, block, isNoScript }}
        report={{ ...report, id: 'report-line' }}
        line={tie.line}
        languages={[...person.languages, ...spoken]}
      />
    </div>
  )
}

function pictureOf(photos: readonly PhotoView[], { id, firstName }: PersonView, heartOf?: (photoId: string) => ReactNode) {
  return photos.length > 0 ? <PhotoHero key={id} photos={photos} name={firstName} heartOf={heartOf} /> : undefined
}

/** Back to the list at its previous position; as a plain link, to people nearby. */
function Back() {
  const { t } = useI18n()
  const { list, onBack } = useNextStep()
  return <IconLink href={list} icon="arrow-left" kind="raised" label={t('profile.back')} onClick={onBack} />
}

/** The relationship of the two in one line. */
function RelationshipNote({ person, relation }: { person: PersonView; relation: SomebodyElseProps['relation'] }) {
  const { t } = useI18n()
  const current = useLikes().relationOf(person.id, relation.relationship)
  // After a decision the next person follows; until then the content above the text must not change and shift it.
  const relationship: Relationship = relation.relationship === 'none' && current !== 'matched' ? 'none' : current
  if (relationship === 'passed') {
    return (
      <div className={styles.passed}>
        <PassedNote person={person} />
      </div>
    )
  }
  const isMatched = relationship === 'matched'
  const text = isMatched
    ? t('profile.matched')
    : relationship === 'liked'
      ? t('profile.liked', { name: person.firstName })
      : relation.likesMe
        ? t('profile.likesYou', { name: person.firstName })
        : null
  if (text === null) return null
  return (
    <p>
      <Tag kind="thread" icon={isMatched ? 'heart-handshake' : 'heart'}>
        {text}
      </Tag>
    </p>
  )
}
