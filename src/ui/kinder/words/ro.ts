import type { WordList } from '../word-list.ts'

export const list: WordList = {
  language: 'ro',
  unkind: `
    curv(ă|e|a|ele|elor|o)
    târf(ă|e|a|ele|elor|o)
    panaram(ă|e|o)
    pizd(a|ă|e|ei)( mă-tii)?
    (du-te|duceți-vă) dracului
    să te ia dracu(l)?
    pul(a|ă|ii)
    muie
    (ne|vă|să te|te-aș) (fut|fute|futem)
    fut(u-ți|u-te|ă-te|ă-se)
    fut
    (ești|sunteți) (un |o |niște )?pro(st|astă|ști|aste)
    ce pro(st|astă) (ești|sunteți)
    prost(ule|o|ilor)
    pro(asto|știlor)
    idio(t|ată|ata|ți|ților|tule|ato)
    cretin(ă|ule|o|ilor)?
    tâmpi(t|ți|tule|to|ților)
    tâmpită
    nesimți(tule|to|ților)
    (ești|sunteți) (un |o |niște )?nesimți(t|tă|ți)
    (ești|sunteți) (un |niște )?dobito(c|aci)
    dobito(cule|acele ca)
    jigodi(e|a|i|ilor)
    (ești )(o )scârbă
    javr(ă|e|a) ordinar(ă|e)
    (ești )(o )javră
    nenoroci(tule|to|ților)
    (ești|sunteți) (un |o |niște )?nenoroci(t|tă|ți)
    bou ce ești
    ești (un |o )?(bou|vacă|porc|porcă|gunoi|scroafă)
    vaca naibii
    (porc|bou|gunoi)ule
    (arată-mi|ce|vezi) țâțe(le)?
    (trimite|trimite-mi|dă-mi) (niște )?(nuduri|poze goală|poze gol|poză goală)
    bagă-mi-o
    taci din gură
    (te pup|pupă-mă|pupa-m-ai) în cur
    omoară-te
    labagi(u|ule|i)
  `,
  ordinary: `
    cu
    pute
  `,
}
