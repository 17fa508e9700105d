import { looksOf, portraitSeeds, viewDrawing } from '#features/avatars/server/public.ts'
import { viewPlace } from '#features/location/server/public.ts'
import type { OwnPhotosProps } from '#features/photos/contract.ts'
import { addressesFor, ownPhotosStatement, toOwnPhotos } from '#features/photos/server/public.ts'
import type { ProfileSettingsProps } from '#features/profile/contract.ts'
import { isEditRow } from '#features/profile/ui/edit/edit-rows.ts'
import { ageOn, utcDay } from '#features/profile/rules.ts'
import { toPromptAnswers } from '#features/profile/server/prompt-answers.ts'
import { readerOf } from '#features/profile/server/reader-of.ts'
import { toBasicsView } from '#features/profile/server/basics-view.ts'
import { toAnswersView } from '#features/profile/server/answers-view.ts'
import { ownProfileStatement } from '#features/profile/server/own-queries.ts'
import { gendersOf } from '#features/profile/server/public.ts'
import { portraitPage, portraitsOf } from '#features/onboarding/rules.ts'
import { notFound } from '#shared/errors.ts'
import { closedNote } from '#server/closed-note.ts'
import { defineLoad } from '#server/pages/load.ts'
import { Drawing, RowEditor } from './lazy.tsx'

export default defineLoad({
  statements: ({ db, viewerId }) => [ownProfileStatement(db, viewerId), ownPhotosStatement(db, viewerId)] as const,
  async props({ env, viewerId, now, url, translator, closed }, [[row], photos]): Promise<ProfileSettingsProps & OwnPhotosProps> {
    if (!row) throw notFound()
    const edit = url.searchParams.get('edit')
    const page = portraitPage(url.searchParams.get('seed'))
    const offeredPortraits = portraitsOf(row.gender, page, await portraitSeeds(env, viewerId))
    return {
      ...toAnswersView(row, translator),
      basics: toBasicsView(row, translator),
      edit: isEditRow(edit) ? edit : null,
      age: ageOn(row.birthDate, utcDay(now)),
      revision: row.revision,
      promptAnswers: toPromptAnswers(row.promptAnswers, await readerOf([], translator.locale.code)),
      avatar: row.avatar,
      offeredPortraits,
      portraitLooks: await looksOf(row.avatar === null ? offeredPortraits : [...offeredPortraits, row.avatar]),
      portraitPage: page,
      drawing: edit === 'drawing' ? await viewDrawing({ avatar: row.avatar, gender: row.gender, url, translator }) : null,
      seeks: { genders: gendersOf(row.seeksMask), ageMin: row.seeksAgeMin, ageMax: row.seeksAgeMax },
      place: await viewPlace({ env, url, translator }, row),
      paused: row.state === 'paused',
      photos: toOwnPhotos(photos, await addressesFor(env, viewerId, now)),
      photosClosed: await closedNote({ closed, translator }, 'photos'),
    }
  },
  parts: (_, { edit, drawing }) => (drawing ? [Drawing] : edit ? [RowEditor] : []),
  title: ({ translator }, { drawing }) => drawing?.texts.title ?? translator.t('profile.settings.title'),
})
