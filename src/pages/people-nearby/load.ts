import { runningUntilStatement } from '#features/entitlements/server/public.ts'
import { hasUndo, remainingLikesStatement, toLikesLeft } from '#features/likes/server/public.ts'
import { toQuery, type NearbyNotice, type NearbyView, type PeopleNearbyProps } from '#features/nearby/contract.ts'
import { countViews, sealViews } from '#features/nearby/server/boost-views.ts'
import { openCursor, sealCursor } from '#features/nearby/server/cursor.ts'
import { admitPage } from '#features/nearby/server/page-limit.ts'
import { listPeople } from '#features/nearby/server/people.ts'
import { listStatements, planList, readList, type ListPlan } from '#features/nearby/server/areas/list.ts'
import { parseView } from '#features/nearby/server/view.ts'
import { pageLanguage } from '#features/profile/contract.ts'
import { gendersOf } from '#features/profile/server/public.ts'
import { readerOf } from '#features/profile/server/reader-of.ts'
import { minSharedQuestions } from '#features/quiz/contract.ts'
import { answeredCount } from '#features/quiz/server/public.ts'
import { providerName } from '#features/store/server/public.ts'
import { notFound } from '#shared/errors.ts'
import { splitLocale } from '#shared/i18n/locales.ts'
import { cookieNames } from '#server/cookies.ts'
import { defineLoad, type QueryContext } from '#server/pages/load.ts'
import { FilterSheet } from './lazy.tsx'
import { premiumChips } from './load-premium-chips.ts'
import { PausedNotice } from '#features/profile/ui/lazy.ts'

type Asked = Pick<QueryContext, 'env' | 'viewerId' | 'url' | 'now'>

/** A cursor is valid only for the list with these filters. */
const fingerprintOf = (view: NearbyView) => JSON.stringify(toQuery(view))

/** Parses the URL. The cursor is null on the first page and if it is no longer valid. */
async function readAddress({ env, viewerId, url, now }: Asked) {
  const page = pageLanguage(splitLocale(url.pathname).locale.code)
  const { view, repaired } = parseView(url.searchParams, page)
  const text = url.searchParams.get('cursor')
  const cursor = text ? await openCursor(env, text, { sub: viewerId, view: fingerprintOf(view) }, now) : null
  const notices: NearbyNotice[] = [...(repaired ? ['filters' as const] : []), ...(text && !cursor ? ['cursor' as const] : [])]
  return { page, view, cursor, notices }
}

/** How the list of a request is read, by the request's URL: from its statements to its props. */
const plans = new WeakMap<URL, ListPlan>()

export default defineLoad({
  admit: admitPage,
  async statements(context) {
    const { db, viewerId, now } = context
    const asked = { ...context, ...(await readAddress(context)) }
    const plan = await planList(asked)
    plans.set(context.url, plan)
    return [
      ...listStatements(asked, plan),
      remainingLikesStatement(db, viewerId, now),
      runningUntilStatement(db, viewerId, now),
    ] as const
  },
  async props(context, [basis, rows, raised, changes, recentLikes, [boost]]): Promise<PeopleNearbyProps> {
    const { env, viewerId, url, now, shownPortraitOf: portraitOf, viewer, translator, cookie } = context
    const { page, view: asked, cursor, notices } = await readAddress(context)
    const { ground, ...list } = await readList({ ...context, page, view: asked, cursor }, plans.get(url) ?? null, [
      basis,
      rows,
      raised,
      changes,
    ])
    if (!ground) throw notFound('A member without a profile has nobody nearby')
    const quota = toLikesLeft(recentLikes, now)
    const hasPremium = quota.isUnlimited
    // Without premium its filters were not applied.
    const view = hasPremium ? asked : { ...asked, premium: {} }
    // Members with a paused profile see no people, so none are sent and no boost gains a view.
    const isPaused = viewer?.state === 'paused'
    const { people, next, raisedBy } = isPaused
      ? { people: [], next: null, raisedBy: [] }
      : listPeople({
          ...list,
          viewer: ground,
          view,
          now,
          portraitOf,
          reader: await readerOf(ground.languages, translator.locale.code),
        })
    return {
      nearby: {
        view,
        people,
        next: next ? await sealCursor(env, { ...next, sub: viewerId, view: fingerprintOf(view) }, now) : null,
        isFirstPage: cursor === null,
        notices,
        seeks: { genders: gendersOf(ground.seeksMask), ageMin: ground.seeksAgeMin, ageMax: ground.seeksAgeMax },
        needsQuiz: answeredCount(ground.quiz) < minSharedQuestions,
        premiumChips: premiumChips(translator, view.premium),
        hasStore: providerName(env, url.href) !== null,
        hasPremium,
        boostUntil: boost?.until ?? null,
        boostViews: await sealViews(env, viewerId, raisedBy, now),
      },
      quota,
      canUndo: hasUndo(recentLikes, now),
      isNoScript: cookie(cookieNames.noScript) !== undefined,
    }
  },
  async visited({ env, viewerId, now }, { nearby: { boostViews } }) {
    if (boostViews) await countViews(env, viewerId, boostViews, now)
  },
  parts: ({ viewer }) => [viewer?.state === 'paused' ? PausedNotice : FilterSheet],
  title: ({ translator }) => translator.t('people.title'),
})
