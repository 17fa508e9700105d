import type { WordList } from '../word-list.ts'

export const list: WordList = {
  language: 'tr',
  unkind: `
    orospu(su|lar|lara|sun|sunuz|nun)?
    orospu (çocuğu|evladı)
    siktir(in|sin)?( git| lan)?
    sik(erim|eyim|icem|eceğim|im|imi|ime|işelim|işmek|işir|tim)
    sik
    am(ına|ını|ınıza|cık|cığı|cığını|cığın)
    am(k|q)
    ananı(zı)? sik\\p{L}*
    yarra(k|ğım|ğımı|ğını|ğa)
    yarağı(m|mı)
    göt (herif|kafalı|oğlanı|lalesi)
    götün(ü|e)
    götver(en|enler)
    piç(sin|ler|siniz)?( kurusu)?
    pezeven(k|gin|kler|ksin)
    şerefsiz(sin|ler|siniz|in)?
    kahpe(sin|ler|nin)?
    kalta(k|ğın|ksın|klar)
    sürtü(k|ksün|kler|ğün)
    fahişe(sin|ler|nin)?
    aptal(sın|sınız|lar)
    aptal m[ıi]s[ıi]n(ız)?
    salak(sın|sınız|lar)?
    salak m[ıi]s[ıi]n(ız)?
    dangala(k|ksın|klar)
    ahmak(sın|lar)?
    gerze(k|ksin|kler)
    dallama(sın|lar)?
    yavşa(k|ksın|klar)
    haysiyetsiz(sin|ler)?
    namussuz(sun|lar)?
    karaktersiz(sin|ler)?
    memelerini
    çıplak (fotoğraf|foto|resim)(ını|lar|larını|unu)? (at|gönder|yolla)
    nude (at|gönder|yolla)
    sakso çek(er misin|sene)?
    yüzüme otur
    geber(sene|in)?
    öldür kendini
    kapa çeneni
    kes sesini
    (bir )?(çöpsün|domuzsun|hayvansın|öküzsün)
    iğrençsin
  `,
  ordinary: `
    puta
    kahpe felek
    ahmak ıslatan
  `,
}
