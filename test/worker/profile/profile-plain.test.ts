import { expect, it } from 'vitest'
import { profileActions } from '#features/profile/contract.ts'
import { createMember, postForm, type TestMember } from '#test/support/worker/members.ts'
import { openPage } from '#test/support/worker/pages.ts'
import { origin } from '#test/support/worker/realtime-client.ts'

const settings = '/profile-settings'
const referer = `${origin}${settings}`
const read = async (member: TestMember, path: string, cookie = '') => (await openPage(member, path, { cookie })).text()
const revisionIn = (html: string) => /name="revision" value="(\d+)"/.exec(html)?.[1] ?? ''

/** Sends a plain form; the page to which it leads, as the browser then shows it. */
async function send(member: TestMember, path: string, fields: Record<string, string>): Promise<{ to: string; html: string }> {
  const answer = await postForm(member, path, fields, { referer })
  expect(answer.status).toBe(303)
  const to = (answer.headers.get('location') ?? '').replace(origin, '')
  const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0])
  return { to, html: await read(member, to.split('#')[0] ?? '', cookie.join('; ')) }
}

it('without a script a row leads to its form, whose page then says that it is saved', async () => {
  const anna = await createMember({ profile: { religion: 'spiritual', visibility: { religion: 'me' } } })
  expect(await read(anna, settings)).toContain(`href="${settings}?edit=religion`)
  const form = await read(anna, `${settings}?edit=religion`)
  expect(form).toContain(`action="${profileActions.beliefs.path}"`)
  expect(form).toMatch(/<select[^>]*name="see-religion"/)
  const { to, html } = await send(anna, profileActions.beliefs.path, {
    revision: revisionIn(form),
    back: `${settings}?edit=religion`,
    only: 'religion',
    religion: 'spiritual',
    'see-religion': 'matches',
  })
  expect(to).toBe(`${settings}#beliefs`)
  expect(html).toContain('Saved')
  expect(await read(anna, `${settings}?edit=religion`)).toMatch(
    /<option[^>]*(value="matches"[^>]*selected|selected[^>]*value="matches")/,
  )
})

it('without a script a new name is in the frame of the next page, and the date of birth is text from then on', async () => {
  const anna = await createMember()
  const form = await read(anna, `${settings}?edit=basics`)
  expect(form).toContain('name="birthDate"')
  const { html } = await send(anna, profileActions.basics.path, {
    revision: revisionIn(form),
    back: `${settings}?edit=basics`,
    firstName: 'Orla-Mae',
    gender: 'nonbinary',
    birthDate: '15 Mar 1990',
  })
  expect(html).toContain('Saved')
  expect(html).toContain('Orla-Mae: Your profile, as others see it')
  const again = await read(anna, `${settings}?edit=basics`)
  expect(again).not.toContain('name="birthDate"')
  expect(again.replaceAll('\u00a0', ' ')).toContain('15 March 1990')
  const own = await read(anna, '/profile')
  expect(own).toContain('Orla-Mae')
  expect(own).toMatch(/non-binary/i)
})

it('without a script a profile is paused from its row, and resumed from the list of people', async () => {
  const anna = await createMember()
  const button = `action="${profileActions.pause.path}"`
  const form = await read(anna, `${settings}?edit=pause`)
  expect(form).toContain(button)
  const paused = await send(anna, profileActions.pause.path, { pause: '1' })
  expect(paused.html).toContain('Your profile is paused')
  expect(await read(anna, '/people-nearby')).toContain(button)
  const answer = await postForm(anna, profileActions.pause.path, { pause: '0' }, { referer: `${origin}/people-nearby` })
  expect([answer.status, answer.headers.get('location')?.replace(origin, '')]).toEqual([303, '/people-nearby'])
  expect(await read(anna, '/people-nearby')).not.toContain(button)
})
