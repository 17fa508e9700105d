import { describe, expect, test } from 'vitest'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { defaultView, toQuery, type NearbyView } from '../contract.ts'
import { parseView } from './view.ts'

const read = (query: string) => parseView(new URLSearchParams(query), 'uk')

describe('the address of the list', () => {
  test('without a query is the default view', () => {
    expect(read('')).toEqual({ view: defaultView, repaired: false })
  })

  test('takes the empty fields of a form for no filter', () => {
    expect(read('ageMin=&ageMax=&within=')).toEqual({ view: defaultView, repaired: false })
  })

  test('takes an end of the ages at its bound for no filter', () => {
    expect(read('ageMin=18&ageMax=99')).toEqual({ view: defaultView, repaired: false })
    expect(read('ageMin=18&ageMax=40').view).toEqual({ ...defaultView, ageMax: 40 })
  })

  test('reads the filters of premium, known answers only, in the order of their lists', () => {
    const { view, repaired } = read(
      'heightMin=160&heightMax=190&drinking=rarely&drinking=never&smoking=never&education=master&kids=open&interest=yoga&interest=art',
    )
    expect(repaired).toBe(false)
    const premium = {
      heightMin: '160',
      heightMax: '190',
      drinking: 'never,rarely',
      smoking: 'never',
      education: 'master',
      kids: 'open',
      interest: 'art,yoga',
    }
    expect(view).toEqual({ ...defaultView, premium })
    const query = toQuery(view)
    expect(
      read(new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value ?? '')])).toString()),
    ).toEqual({
      view,
      repaired: false,
    })
    for (const wrong of [
      'heightMin=90',
      'heightMax=abc',
      'drinking=x',
      "kids=open'",
      'interest=x',
      'heightMin=190&heightMax=160',
    ])
      expect(read(wrong).repaired, wrong).toBe(true)
    expect(read('smoking=x,never').view.premium).toEqual({ smoking: 'never' })
  })

  test('reads what a form with several checkboxes sends', () => {
    const { view, repaired } = read(
      'ageMin=25&ageMax=40&within=25&gender=woman&gender=man&intent=dating&online=1&verified=1&photo=1&speaks=mine&order=neutral&wide=1',
    )
    expect(repaired).toBe(false)
    expect(view).toEqual({
      ageMin: 25,
      ageMax: 40,
      within: 25,
      genders: ['woman', 'man'],
      intents: ['dating'],
      online: true,
      verified: true,
      photo: true,
      speaks: 'uk',
      premium: {},
      order: 'neutral',
      wide: true,
    })
  })

  test('gives back what a link was made of', () => {
    const view: NearbyView = {
      ...defaultView,
      genders: ['woman', 'nonbinary'],
      intents: ['open', 'marriage'].sort() as NearbyView['intents'],
      within: 100,
      speaks: 'uk',
      order: 'neutral',
    }
    const link = href(routes.peopleNearby, {}, { locale: 'uk', query: toQuery(view) })
    expect(read(link.split('?')[1] ?? '').view).toEqual({ ...view, intents: ['marriage', 'open'] })
  })

  test.each([
    ['ageMin=17', 'a minor'],
    ['ageMin=abc', 'no number'],
    ['ageMin=40&ageMax=30', 'reversed ages'],
    ['within=7', 'a distance of our own'],
    ["within=5' or 1=1", 'an injection'],
    ['gender=robot', 'an unknown gender'],
    ['intent=dating,conquest', 'an unknown intent'],
    ['online=yes', 'a strange flag'],
    ['speaks=uk', 'a language in the address'],
    ['order=loudest', 'an unknown order'],
    ['ageMin=1e2', 'a number in disguise'],
  ])('falls back and says so at %s (%s)', (query) => {
    const { view, repaired } = read(query)
    expect(repaired).toBe(true)
    expect({ ...view, intents: [] }).toEqual(defaultView)
  })

  test('keeps the filters that make sense beside one that does not', () => {
    expect(read('ageMin=25&within=7&online=1').view).toEqual({ ...defaultView, ageMin: 25, online: true })
  })
})
