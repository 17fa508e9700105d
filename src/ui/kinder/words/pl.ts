import type { WordList } from '../word-list.ts'

export const list: WordList = {
  language: 'pl',
  unkind: `
    kurw(a|y|o|ą|ę|om|ami)
    skurwysyn(u|y|em|ie|om)?
    skurwie(l|lu|le)
    dziw(ka|ki|ko|ką|kę|ek)
    (ty|głupia|głupią|głupie) (suk[aioę]|suko)
    suk(o|ą)
    zdzir(a|y|o|ą|ę)
    (ty|głupia|stara|jesteś) szmat(o|a|ą)
    szmato
    pizd(a|y|o|ą|ę)
    cip(a|y|ę|ą|ka|kę|ki|ko|ką)
    (c)?huj(u|em|a|e|ów|owi)?
    kutas(a|y|ie|em|ów|ami)?
    (od|wy|s)?pierdol (się|mnie)
    (s|wy)pierdalaj(cie)?
    jeb(ać|an[yaei]|anego|aną)
    idio(ta|tą|to|tko|tka|tki|ci|tów|tami|tę)
    kretyn(a|ie|em|ka|ko|ki|i)?
    debil(u|a|e|em|ka|ko|i|ów|ami)?
    frajer(a|ze|em|zy|ów|ami|ko)?
    (ty|jesteś) gnid(o|ą|a)
    gnido
    ścierw(o|a)
    (ty|jesteś) śmieci(u|em)
    ty świnio
    głupi(a|ej) (krow|pind|lafirynd)(a|o|y|ą)
    głupia krowo
    ty (głupia )?krowo
    (ty |jesteś )(chamie|chamem|chamko)
    zamknij (mordę|ryj|dziób)
    stul (pysk|mordę|ryj)
    (cię|się) (wy)?ruchać
    (wy)?rucha(ć|łbym|łabym|ł|m cię)
    cię przelecieć
    (zrób mi|zrobisz mi) loda
    obciągn(ij|iesz) mi
    pokaż (cycki|cyce|cycuszki)
    wyślij (mi )?(nagie (fotki|zdjęcia)|nudes(y)?)
    usiądź mi na twarzy
    zabij się
    (pocałuj|całuj) mnie w dupę
    dup(ku|kiem)
    lafirynd(o|a|ą)
  `,
  ordinary: `
    pula
    prosto
  `,
}
