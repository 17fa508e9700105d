import type { WordList } from '../word-list.ts'

export const list: WordList = {
  language: 'pt',
  unkind: `
    putas?
    filh(o|a|os|as) da puta
    puta que te pariu
    (vai|vão) à merda
    (no|teu|seu|o) cu
    cu
    (vai|vai-te|vai se|te|se|quero|vamos|a|para) foder
    foder-te
    fode-te
    cabr(ão|ões)
    (és|sua|que|só tem) vadias?
    ^vadia,
    otári(o|a|os|as)
    imbeci(l|s)
    idiotas?
    babacas?
    (sua|que|és uma|é uma) vagabunda
    cabra nojenta
    (seu|sua|seus|suas) (nojent[oa]s?|burr[oa]s?|vaca|porca|merda|cadela)
    és (um )?burr[oa]
    (chupa|chupa-me) (o )?(meu|me)( pau)?
    chupa-me
    meu pau
    (a tua|tua|sua|a) cona
    bucetas?
    mostra (as|os) (mamas|peitos|tetas)
    (manda|me manda|envia) nudes?
    fotos? (tua )?(pelad[oa]|nu|nua)
    (faz-me|me faz|fazes-me) um (broche|boquete)
    boquetes?
    senta na minha cara
    cala a boca, (feia|feio|burra|vaca)
    arrombad(o|a|os|as),
    corno de merda
    (és|você é) um lixo
    mata-te
    (?<!\\p{L} )se mata
    ^desgraçad[oa],
  `,
  ordinary: `
    puta que pariu
    (pergunta|ideia|piada) idiota
    curva
    pula
    puto
    putos
  `,
}
