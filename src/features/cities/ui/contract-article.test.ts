import { describe, expect, it } from 'vitest'
import { locales } from '#shared/i18n/locales.ts'
import { citySeeds } from '#features/location/server/public.ts'
import { readTexts } from '../../../../scripts/locales/messages.ts'
import { contractArticle } from './contract-article.ts'

describe('a French town with an article', () => {
  it.each([
    ['Des gens qui vivent à Le Havre ou près de là', 'Des gens qui vivent au Havre ou près de là'],
    ['À Le Mans et dans les environs', 'Au Mans et dans les environs'],
    ['Comment ça marche à Les Sables-d’Olonne', 'Comment ça marche aux Sables-d’Olonne'],
    ['à La Rochelle', 'à La Rochelle'],
    ['à L’Haÿ-les-Roses', 'à L’Haÿ-les-Roses'],
    ['à Paris', 'à Paris'],
    ['Voilà Le Havre, pense à le voir', 'Voilà Le Havre, pense à le voir'],
  ])('%s: %s', (written, read) => expect(contractArticle('fr', written)).toBe(read))

  it('keeps its article in other languages', () => {
    const others = locales.filter(({ code }) => code !== 'fr')
    for (const { code } of others) expect(contractArticle(code, 'people in à Le Havre')).toBe('people in à Le Havre')
  })
})

it('every French sentence about a city reads right with every name, and with one that has an article', () => {
  const names = [...citySeeds.map(({ names: { fr, en } }) => fr ?? en), 'Le Havre', 'Les Ulis']
  const sentences = [...readTexts('fr')].flatMap(([key, texts]) => (key.startsWith('city.') ? texts : []))
  const read = sentences.flatMap((text) => names.map((name) => contractArticle('fr', text.replaceAll('{{city}}', name))))
  expect(read).toContain('Comment ça marche au Havre')
  expect(read.filter((text) => /(?<!\p{L})(?:[àÀ]|[dD]e) Les? \p{Lu}/u.test(text))).toEqual([])
})
