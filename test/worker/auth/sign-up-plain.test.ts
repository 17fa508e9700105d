import { expect, it } from 'vitest'
import { signUpActions } from '#features/auth/contract.ts'
import { locales } from '#shared/i18n/locales.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { codeIn, emailsTo, newPerson, visitorElsewhere } from '#test/support/worker/visitor.ts'

it('without a script the address of a sign-up can be changed, nothing else is lost, and the code of the new one is right', async () => {
  const visitor = visitorElsewhere()
  const person = newPerson()
  const fields = (email: string): [string, string][] => [
    ...(['firstName', 'birthDate', 'gender', 'password', 'timeZone'] as const).map((name): [string, string] => [
      name,
      person[name],
    ]),
    ...person.seeks.map((gender): [string, string] => ['seeks[]', gender]),
    ['email', email],
    ['terms', 'on'],
    ['sensitiveData', 'on'],
  ]
  const pathOf = (response: Response) => [response.status, response.headers.get('location')]
  const signedUp = await visitor.submit(signUpActions.signUp.path, fields(person.email))
  expect(pathOf(signedUp)).toEqual([303, expect.stringContaining(routes.emailVerify.path)])
  const asked = await (await visitor.get(routes.emailVerify.path)).text()
  expect(asked).toContain(`action="${signUpActions.changeAddress.path}"`)

  expect(pathOf(await visitor.submit(signUpActions.changeAddress.path, []))).toEqual([
    303,
    expect.stringContaining(routes.signUp.path),
  ])
  const form = await (await visitor.get(routes.signUp.path)).text()
  const field = (name: string, value: string) =>
    form.match(new RegExp(`<input[^>]*name="${name}"[^>]*value="${value}"[^>]*>`))?.[0]
  for (const name of ['firstName', 'birthDate', 'email'] as const) expect(field(name, person[name]), name).toBeDefined()
  expect(field('gender', person.gender)).toContain('checked')
  for (const gender of person.seeks) expect(field('seeks\\[\\]', gender)).toContain('checked')
  expect(form.match(/<input[^>]*name="terms"[^>]*>/)?.[0]).not.toContain('checked')

  const right = `right-${person.email}`
  expect(pathOf(await visitor.submit(signUpActions.signUp.path, fields(right)))).toEqual([
    303,
    expect.stringContaining(routes.emailVerify.path),
  ])
  const verified = await visitor.submit(signUpActions.verify.path, [['code', codeIn(emailsTo(right).at(-1))]])
  expect(pathOf(verified)).toEqual([303, expect.stringContaining(routes.questionnaire.path)])
})

it('the word e-mail never breaks at its hyphen, in any language', async () => {
  for (const { code } of locales) {
    const html = await (await visitorElsewhere().get(href(routes.signUp, {}, { locale: code }))).text()
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
    expect(main.replace(/<[^>]*>/g, ' '), code).not.toMatch(/e-mail/i)
    // The page's words are these: it holds the form.
    expect(main, code).toContain('name="email"')
  }
})
