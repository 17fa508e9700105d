import type { WordList } from '../word-list.ts'

export const list: WordList = {
  language: 'cs',
  unkind: `
    kurv(a|y|o|ou|u|ám)
    zkurv(ysyn|ysynu|ysyne|ysyni|ený|ená|enej|ené|eně)
    děv(ko)
    (jsi|jseš|obyčejná|samé|laciná) (\\p{L}+ )?děvk[ay]
    píč(a|o|i|u|y|ou)
    kund(o|u|y|ou)
    čub(ka|ko|ky|kou)
    (ty|jsi|jseš) mrch(o|a)
    zmrd(i|e|a|ů|em|ové)?
    mrdk(a|o|y)
    (ty|jsi|jseš) hajzl(e|em)?
    hajzle
    debil(e|a|ové|i|ů|em|ko|ka)?
    idiot(e|a|i|ové|em|ko|ka|ky|ů)?
    kretén(e|a|i|ové|em|ů)?
    blb(če|ec|ci|ce|ka|ko|koune)
    kokot(e|a|i|em)?
    čurá(k|ku|ka|ci|kem)
    (kráva|krávo) blbá
    (blbá|tupá|pitomá) (kráv[ao]|slepice|husa)
    ty (\\p{L}+ )?(svině|prase|hovado|kravko)
    srá(či|č|čům)
    ty zmetku
    jdi do prdele
    polib mi prdel
    vyser si (oko|voko)
    drž (hubu|tlamu)
    (tě|zase|chci) (šukat|mrdat|ojet|ošukat)
    zašukáme( si)?
    (šukal|ojel|mrdal|ošukal)a? bych
    vykuř mi
    (moje|mé|mýho) péro
    ukaž (mi )?(kozy|prsa|kundu)
    pošli (mi )?(nahé|nahý) (fotky|fotečky)
    pošli (mi )?nudes
    sedni (si )?mi na obličej
    zabij se
    jsi (\\p{L}+ )?odpad
  `,
  ordinary: `
    frajer(e|a|em|i|ů|ovi)?
    prosto
    pula
  `,
}
