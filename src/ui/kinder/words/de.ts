import type { WordList } from '../word-list.ts'

export const list: WordList = {
  language: 'de',
  unkind: `
    schlampen?
    hure(n|nsohn|nsöhne)?
    nutten?
    fotzen?
    arschl(och|ochs|öcher|öchern)
    wichsers?
    miststücke?
    (voll)?idiot(en|in|innen)?
    (voll)?trotteln?
    (du|ihr|so ein|was für ein|voll) deppe?n?
    volldeppe?n?
    vollpfosten
    drecksäu(e|en)
    drecksau
    missgeburt(en)?
    flittchen
    dreckst(ück|ücke|ücks)
    (dich|uns|will|lass uns|richtig|mal) ficken
    ficken
    (ich|du|er|sie) fickst?
    fick (dich|euch|mich)
    ich ficke?
    gefickt
    (blas|bläst du|bläst|blase) (mir|mich)
    lutsch(st|e)?( du)? (meinen|mir|ihn)
    (meinen|mein) schwanz
    titten
    (schick|schicke|sende|send)( mir| mal| doch)* (ein |paar )?nackt(bild|bilder|foto|fotos)
    verpiss(t)? (dich|euch)
    halt(et)? (die|deine|eure) fresse
    halt(et)? (das|dein|euer) maul
    (dumme|blöde|alte|fette) (kuh|gans|sau|ziege|schlange)
    leck mich (am|doch)
    (du|ihr) (\\p{L}+ )?(sau|schwein|schweine|arsch|ärsche|abschaum)
    stück schei(ß|ss)e
    bring dich (doch )?um
    (setz|sitz) (dich )?auf (mein|meinem) gesicht
    (zu|dich|will|uns) bumsen
  `,
  ordinary: `
    prost
    sau
  `,
}
