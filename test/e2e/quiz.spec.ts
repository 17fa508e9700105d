import type { Page } from '@playwright/test'
import { demoMembers } from '#seed/demo/crowd.ts'
import type { DemoMember } from '#seed/demo/member.ts'
import { quizAnswersOf } from '#seed/demo/quiz.ts'
import { answerKey, askKey, type QuizAnswer } from '#features/quiz/contract.ts'
import { answerCount, everyAnswer, matchPercent, pack } from '#features/quiz/rules.ts'
import { href } from '#shared/routing/href.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import { signIn, signInUnclaimed } from '../support/browser/demo.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

/** A member with answers to the first five questions, two of them public. */
function answeredMember(index: number): DemoMember {
  const crowd = demoMembers().filter(({ email, state }) => state === 'complete' && /-\d+@/.test(email))
  const answered = crowd.filter((member) => {
    const answers = quizAnswersOf(member)
    const [one, two] = answers
    const isFirstFive = [1, 2, 3, 4, 5].every((question, at) => answers[at]?.question === question)
    return isFirstFive && one?.isPublic && two?.isPublic
  })
  const member = answered[index]
  if (!member) throw new Error('The demo has too few such members')
  return member
}

const acceptedBy = ({ question, acceptableMask }: QuizAnswer) =>
  Array.from({ length: answerCount(question) }, (_, answer) => answer).filter((answer) => (acceptableMask & (1 << answer)) !== 0)

/** The novice's answers: the first question suits both, the second lets the novice down, the rest matters little. */
function plannedAnswers(others: readonly QuizAnswer[]): QuizAnswer[] {
  return others.slice(0, 5).map((theirs, index) => ({
    question: theirs.question,
    answer: acceptedBy(theirs)[0] ?? 0,
    acceptableMask:
      index === 0 ? 1 << theirs.answer : index === 1 ? 1 << (theirs.answer === 0 ? 1 : 0) : everyAnswer(theirs.question),
    importance: index < 2 ? 250 : 1,
    isPublic: index < 2,
  }))
}

/** Answers a whole question; choosing the importance saves it. */
async function say(page: Page, locale: LocaleCode, said: QuizAnswer): Promise<void> {
  const { t } = textsOf(locale)
  const group = (name: string) => page.getByRole('group', { name, exact: true })
  const text = (answer: number) => t(answerKey(said.question, answer))
  await expect(page.getByRole('heading', { level: 1, name: t(askKey(said.question)) })).toBeVisible()
  await group(t('quiz.mine'))
    .getByRole('radio', { name: text(said.answer), exact: true })
    .check()
  const acceptable = group(t('quiz.acceptable'))
  const accepted = acceptedBy(said)
  for (let answer = 0; answer < answerCount(said.question); answer++)
    await acceptable.getByRole('checkbox', { name: text(answer), exact: true }).setChecked(accepted.includes(answer))
  if (said.acceptableMask === everyAnswer(said.question)) await acceptable.getByRole('checkbox', { name: t('quiz.any') }).check()
  await page.getByText(t('quiz.visibility')).filter({ visible: true }).click()
  await group(t('quiz.visibility'))
    .getByRole('radio', { name: t(said.isPublic ? 'quiz.public' : 'quiz.private') })
    .check()
  await weigh(page, locale, said.importance)
}

const weigh = (page: Page, locale: LocaleCode, importance: QuizAnswer['importance']) =>
  page
    .getByRole('group', { name: textsOf(locale).t('quiz.importance') })
    .getByRole('button', { name: textsOf(locale).t(`quiz.importances.${importance}`), exact: true })
    .click()

for (const [index, { locale, javaScriptEnabled }] of [
  { locale: 'en', javaScriptEnabled: true },
  { locale: 'uk', javaScriptEnabled: false },
].entries() as ArrayIterator<[number, { locale: 'en' | 'uk'; javaScriptEnabled: boolean }]>) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled, allowed: [/422/] })

    test(`five answers make a match with reasons, an edit and a removal change it, in ${locale}`, async ({
      page,
      browser,
      server,
    }) => {
      const { t, format } = textsOf(locale)
      const novice = await server.addMember('Robin')
      const other = answeredMember(index)
      const others = quizAnswersOf(other)
      const planned = plannedAnswers(others)
      const percentOf = (answers: readonly QuizAnswer[]) => format.percent((matchPercent(pack(answers), pack(others)) ?? 0) / 100)
      const ask = (question: number) => t(askKey(question))
      const profileOf = ({ id }: { id: string }) => href(routes.profileInfo, { id }, { locale })
      const compatibility = page.getByRole('region', { name: t('quiz.match.title') })
      await signIn(page, novice.email)

      await page.goto(profileOf(other))
      await expect(compatibility).toContainText(t('quiz.match.tooFew'))
      await compatibility.getByRole('link', { name: t('quiz.match.toQuiz') }).click()
      for (const said of planned) {
        if (said.question === 3) {
          await expect(page.getByRole('heading', { level: 1, name: ask(3) })).toBeVisible()
          await page.getByRole('link', { name: t('quiz.skip') }).click()
          continue
        }
        await say(page, locale, said)
      }
      await expect(page.getByRole('heading', { level: 1, name: ask(6) })).toBeVisible()
      if (javaScriptEnabled) await expect(page.getByRole('heading', { level: 1, name: ask(6) })).toBeFocused()

      // The quiz continues at the skipped question. Without an answer no importance can be chosen, and the missing part
      // is named.
      await page.goto(href(routes.quiz, {}, { locale }))
      await expect(page.getByRole('heading', { level: 1, name: ask(3) })).toBeVisible()
      const mine = page.getByRole('group', { name: t('quiz.mine'), exact: true })
      await expect(page.getByRole('group', { name: t('quiz.importance') })).toBeHidden()
      await mine.getByRole('radio').first().check()
      const acceptable = page.getByRole('group', { name: t('quiz.acceptable'), exact: true })
      await expect(acceptable.getByRole('checkbox', { checked: true })).toHaveCount(javaScriptEnabled ? 1 : 0)
      for (const box of await acceptable.getByRole('checkbox').all()) await box.uncheck()
      await weigh(page, locale, 10)
      await expect(acceptable).toContainText(t('common.field.required'))
      if (!javaScriptEnabled) await expect(mine.getByRole('radio').first()).toBeChecked()
      for (const said of planned.slice(2, 3)) await say(page, locale, said)
      // Leaving too early would end the request that saves.
      await expect(page.getByRole('heading', { level: 1, name: ask(3) })).toHaveCount(0)

      await page.goto(profileOf(other))
      await expect(compatibility).toContainText(percentOf(planned))
      await compatibility.getByText(t('quiz.match.why', { percent: percentOf(planned) })).click()
      const reasons = compatibility.getByRole('listitem')
      await expect(reasons).toHaveCount(2)
      await expect(reasons.filter({ hasText: ask(1) })).toContainText(t(answerKey(1, others[0]?.answer ?? 0)))
      await expect(reasons.filter({ hasText: ask(2) })).toContainText(t('quiz.match.verdict.me', { name: other.firstName }))
      await expect(compatibility).not.toContainText(ask(4))

      const context = await browser.newContext({ javaScriptEnabled, baseURL: process.env['BASE_URL'] })
      const otherPage = await context.newPage()
      // They only read.
      await signInUnclaimed(otherPage, other.email)
      await otherPage.goto(profileOf(novice))
      await expect(otherPage.getByRole('region', { name: t('quiz.match.title') })).toContainText(percentOf(planned))
      await context.close()

      await page.goto(href(routes.quiz, {}, { locale, query: { view: 'answers' } }))
      await page.getByRole('link', { name: t('quiz.answers.edit', { question: ask(2) }) }).click()
      await page.getByRole('checkbox', { name: t('quiz.any') }).check()
      await page.getByRole('button', { name: t('quiz.saveEdit'), exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: t('quiz.answers.title') })).toBeVisible()
      await expect(page.getByRole('listitem').filter({ hasText: ask(2) })).toContainText(t('quiz.answers.anyText'))
      const changed = planned.map((said) => (said.question === 2 ? { ...said, acceptableMask: everyAnswer(2) } : said))
      await page.goto(profileOf(other))
      await expect(compatibility).toContainText(percentOf(changed))

      await page.goto(href(routes.quiz, {}, { locale, query: { view: 'answers' } }))
      await page.getByRole('button', { name: t('quiz.answers.remove', { question: ask(5) }) }).click()
      await expect(page.getByRole('listitem').filter({ hasText: ask(5) })).toHaveCount(0)
      if (javaScriptEnabled) await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
      await page.goto(profileOf(other))
      await expect(compatibility).toContainText(t('quiz.match.tooFew'))
    })
  })
}

for (const locale of ['de'] as const)
  test(`two taps answer a question on a phone, and the next one remembers who may see it, in ${locale}`, async ({
    page,
    server,
  }) => {
    const { t } = textsOf(locale)
    const novice = await server.addMember('Robin')
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn(page, novice.email)
    await page.goto(href(routes.quiz, {}, { locale }))
    await expect(page.locator('html[data-hydrated]')).toBeAttached()
    const ask = (question: number) => page.getByRole('heading', { level: 1, name: t(askKey(question)) })
    const weights = page.getByRole('group', { name: t('quiz.importance') }).getByRole('button')
    const choose = (question: number, at: number) =>
      page
        .getByRole('group', { name: t('quiz.mine'), exact: true })
        .getByRole('radio', { name: t(answerKey(question, at)), exact: true })
        .check()
    const answer = async (question: number, importance: 1 | 10 | 250) => {
      await expect(ask(question)).toBeVisible()
      await choose(question, 1)
      await expect(weights).toHaveCount(3)
      await weigh(page, locale, importance)
      await expect(ask(question)).toHaveCount(0)
    }
    // The link to the answers stands beside the title.
    const [title, link] = [
      page.getByText(t('quiz.title'), { exact: true }),
      page.getByRole('link', { name: t('quiz.toAnswers', { count: 0 }) }),
    ]
    const middles = await Promise.all(
      [title, link].map(async (one) =>
        one.filter({ visible: true }).evaluate((element) => {
          const { y, height } = element.getBoundingClientRect()
          return y + height / 2
        }),
      ),
    )
    expect(Math.abs((middles[0] ?? 0) - (middles[1] ?? 0))).toBeLessThanOrEqual(2)
    await answer(1, 250)
    await expect(page.getByText(t('quiz.answered', { count: 1, total: 40 }))).toHaveCount(1)

    // The own answer is ticked; the tick follows it until the member changes a tick.
    await choose(2, 0)
    const tick = (index: number) =>
      page
        .getByRole('group', { name: t('quiz.acceptable'), exact: true })
        .getByRole('checkbox', { name: t(answerKey(2, index)), exact: true })
    await expect(tick(0)).toBeChecked()
    await choose(2, 1)
    await expect(tick(1)).toBeChecked()
    await expect(tick(0)).not.toBeChecked()

    // One row of buttons within a thumb's reach, at 320 px as well.
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 640 })
      const boxes = await Promise.all((await weights.all()).map((button) => button.boundingBox()))
      expect(new Set(boxes.map((box) => box?.y)).size, `one row at ${width}`).toBe(1)
      for (const box of boxes) {
        expect(box?.height).toBeGreaterThanOrEqual(44)
        expect((box?.x ?? -1) + (box?.width ?? width)).toBeLessThanOrEqual(width)
      }
      await expect(weights.first()).toBeInViewport({ ratio: 1 })
      expect(await weights.evaluateAll((all) => all.every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth))).toBe(
        true,
      )
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByText(t('quiz.visibility')).filter({ visible: true }).click()
    await page
      .getByRole('group', { name: t('quiz.visibility') })
      .getByRole('radio', { name: t('quiz.public') })
      .check()
    await weigh(page, locale, 10)
    await expect(ask(3)).toBeVisible()
    await choose(3, 0)
    await expect(page.getByText(t('quiz.public'), { exact: true }).filter({ visible: true }).first()).toBeVisible()
    await weigh(page, locale, 1)
    await expect(ask(3)).toHaveCount(0)
    await page.goto(href(routes.quiz, {}, { locale, query: { view: 'answers' } }))
    await expect(page.getByText(t('quiz.answers.public'), { exact: true })).toHaveCount(2)
    await expect(page.getByText(t('quiz.answers.private'), { exact: true })).toHaveCount(1)
  })

test('a question is answered by the keyboard alone, and the way back leads to the people', async ({ page, server }) => {
  const { t } = textsOf('en')
  const novice = await server.addMember('Robin')
  await signIn(page, novice.email)
  await page.goto(href(routes.quiz, {}, { locale: 'en' }))
  await expect(page.locator('html[data-hydrated]')).toBeAttached()
  await page
    .getByRole('group', { name: t('quiz.mine') })
    .getByRole('radio')
    .first()
    .focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: t(askKey(2)) })).toBeFocused()
  await page.getByRole('link', { name: t('quiz.previous') }).click()
  await expect(page.getByRole('heading', { level: 1, name: t(askKey(1)) })).toBeFocused()
  const answers = page.getByRole('group', { name: t('quiz.mine'), exact: true })
  await expect(answers.getByRole('radio', { name: t(answerKey(1, 1)), exact: true })).toBeChecked()
  await page.getByRole('link', { name: t('quiz.back') }).click()
  await expect(page).toHaveURL(href(routes.peopleNearby, {}, { locale: 'en' }))
  await expect(page.getByRole('navigation', { name: t('common.nav.label') })).toBeVisible()
})
