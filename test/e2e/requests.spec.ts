import { requestActions } from '#features/chat/contract.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { callsOf, postBy } from '../support/browser/demo.ts'
import { hydrated } from '../support/browser/pages.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

// A refused form is a 422, which Chromium reports.
test.use({ allowed: [/422 \(Unprocessable/] })

const locale = 'uk'
const { t, tn } = textsOf(locale)

test('a stranger is declined and cannot see it; another writes once, is accepted, and the two talk', async ({
  page: sender,
  browser,
  server,
}) => {
  const [one, other, third] = [await server.addMember('Robin'), await server.addMember('Alex'), await server.addMember('Charlie')]
  const context = await browser.newContext({ baseURL: server.url })
  const receiver = await context.newPage()
  await server.signIn(sender.context(), one.id)
  await server.signIn(context, other.id)

  await test.step('who is declined is gone, and sees a request that waits', async () => {
    const calls = await callsOf(server, third)
    await postBy(calls, requestActions.send.path, { to: other.id, cid: crypto.randomUUID(), text: 'Hello!' })
    await receiver.goto(href(routes.messages, {}, { locale, query: { requests: 1 } }))
    await hydrated(receiver)
    await receiver
      .getByRole('button', { name: t('chat.request.declineLabel', { name: third.firstName }) })
      .first()
      .click()
    await expect(receiver.getByText(t('chat.request.none'))).toBeVisible()
    const profile = await (await calls.get(href(routes.profileInfo, { id: other.id }, { locale }))).text()
    expect(profile).toContain(t('profile.request.sent', { name: other.firstName }))
    await calls.dispose()
  })

  await test.step('a way to be reached elsewhere is refused at its field, and then the words go', async () => {
    await sender.goto(href(routes.profileInfo, { id: other.id }, { locale }))
    await sender.getByRole('button', { name: t('profile.request.write', { name: other.firstName }) }).click()
    const field = sender.getByLabel(t('profile.request.label'), { exact: true })
    const send = sender.getByRole('button', { name: t('profile.request.send') })
    await expect(sender.getByText(tn('profile.request.left', 10))).toBeVisible()
    await field.fill('Find me at anna.example.com')
    await send.click()
    await expect(sender.getByText(t('common.field.contact'))).toBeVisible()
    await field.fill('Your lighthouse made me curious.')
    await send.click()
    await expect(sender.getByText(t('profile.request.sent', { name: other.firstName }))).toBeVisible()
    await sender.getByRole('link', { name: t('profile.request.see') }).click()
    await expect(sender.getByText(t('chat.request.waiting', { name: other.firstName }))).toBeVisible()
    await expect(sender.getByRole('textbox', { name: t('chat.write', { name: other.firstName }) })).toHaveCount(0)
  })

  await test.step('accepted, the two talk, and both find the words', async () => {
    await expect(receiver.getByText('Your lighthouse made me curious.').first()).toBeVisible()
    await receiver
      .getByRole('button', { name: t('chat.request.acceptLabel', { name: one.firstName }) })
      .first()
      .click()
    const answer = receiver.getByRole('textbox', { name: t('chat.write', { name: one.firstName }) })
    await answer.fill('Come and see it.')
    await receiver.getByRole('button', { name: t('chat.send'), exact: true }).click()
    await expect(sender.getByText('Come and see it.').first()).toBeVisible()
    for (const each of [sender, receiver]) {
      await each.goto(href(routes.messages, {}, { locale, query: { q: 'your lightho' } }))
      await expect(each.locator('mark', { hasText: 'lighthouse' })).toBeVisible()
    }
  })
  await context.close()
})
