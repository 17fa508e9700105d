import { thingsOf } from '#features/profile/server/things.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import type { TieKind } from '#shared/text/tie.ts'
import type { DemoMember } from './member.ts'
import { storedAnswers } from './stored-answers.ts'

export type DemoTie = { kind: TieKind; ref: string; line: string | null }

/** What comes with a liked answer: one that fits each of them, in the giver's own language and without a word about gender. */
export const demoLines: Record<LocaleCode, readonly [string, string]> = {
  en: [
    'This made me laugh out loud on the bus. What’s the story behind it?',
    'I’d like the long version of this, over something hot.',
  ],
  'en-us': [
    'This made me laugh out loud on the subway. What’s the story behind it?',
    'I want the long version of this. Pie’s on me.',
  ],
  uk: ['Усміхаюся на всю маршрутку. Яка за цим історія?', 'Хочу почути довгу версію. З мене чай.'],
  de: [
    'Darüber habe ich in der Straßenbahn laut gelacht. Was steckt dahinter?',
    'Davon will ich die lange Fassung. Der Kuchen geht auf mich.',
  ],
  fr: [
    'Ça m’a fait rire tout haut dans le tram. C’est quoi, l’histoire derrière ?',
    'Je veux bien la version longue. J’apporte le gâteau.',
  ],
  es: ['Me ha hecho reír en pleno autobús. ¿Qué historia hay detrás?', 'De esto quiero la versión larga. El café lo pongo yo.'],
  pt: ['Isto fez-me rir alto no elétrico. Que história há por trás?', 'Disto quero a versão longa. O café fica por minha conta.'],
  pl: ['Śmieję się na cały tramwaj. Jaka historia się za tym kryje?', 'Poproszę dłuższą wersję. Szarlotka po mojej stronie.'],
  cs: ['Směju se na celou tramvaj. Co je za tím za příběh?', 'Z tohohle chci slyšet dlouhou verzi. Buchty beru s sebou.'],
  ro: ['M-a făcut să râd cu voce tare în tramvai. Care e povestea?', 'Din asta vreau varianta lungă. Cafeaua e din partea mea.'],
  tr: ['Otobüste sesli güldürdü beni. Hikâyesi ne?', 'Bunun uzun halini dinlemek isterim. Çaylar benden.'],
}

/** The tie of one of a member's received likes, the newest first: all kinds but photos, with and without a line, and plain likes. */
export function demoTie(from: DemoMember, to: DemoMember, position: number): DemoTie | null {
  const things = thingsOf({ id: to.id, about: to.about, promptAnswers: storedAnswers(to), visibility: {} }, 'stranger')
  const answers = things.filter(({ kind }) => kind === 'answer')
  const [first, second] = demoLines[from.locale]
  const ties = [
    { thing: answers[0], line: first },
    { thing: undefined, line: null },
    { thing: things.find(({ kind }) => kind === 'about'), line: null },
    { thing: answers[1], line: second },
  ]
  const { thing, line } = ties[position] ?? {}
  return thing ? { kind: thing.kind, ref: thing.ref, line: line ?? null } : null
}
