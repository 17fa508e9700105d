import type { WordList } from '../word-list.ts'

export const list: WordList = {
  language: 'es',
  unkind: `
    put(a|as|ón|ona)
    put(o|os)
    tu puta madre
    hij(o|a|os|as) de (la gran )?puta
    hijueput(a|as)
    vete a la mierda
    (que )?te jodan
    (te|os) den por (el )?culo
    (romper|reventar|partir) el culo
    gilipollas
    cabr(ón|ona|ones|onas)
    imbécil(es)?
    idiotas?
    pendej(o|a|os|as)
    (eres|sos|sois|un|una|so) estúpid[oa]s?
    ^estúpid[oa],
    (eres una|sos una|vaya|so|menuda|pedazo de|maldita) zorra
    (so|eres una|sos una|vaya|menuda) guarra
    eres (una )?basura
    (me )?das asco
    (te quiero|quiero|vamos a|a|para) follar
    follar(te|nos|me)
    follamos
    chúpam(e|ela|elo)( la| el)?
    (mi|la|una) polla
    mi verga
    (tus|buenas|ricas|enseña(me)?|enséñame las|muéstrame las) tetas
    (tu|el) coño
    (fotos?|foto) (tuyas? )?desnud[oa]
    (manda|mándame|pasa|pásame) (nudes|pack)
    (hazme|hacerme|haces|hazlo|dame) una mamada
    siéntate en mi cara
    cierra el pico, imbécil
    cállate la boca
    malparid(o|a|os|as)
    pelotud(o|a|os|as)
    mátate
    (cerd|puerc)[oa] asqueros[oa]
  `,
  ordinary: `
    de puta madre
    el put[oa] am[oa]
    curva
    cu
    pula
    monte cabrón
  `,
}
