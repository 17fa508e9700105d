import type { WordList } from '../word-list.ts'

export const list: WordList = {
  language: 'fr',
  unkind: `
    putes?
    fils de pute
    salop(e|es)
    salauds?
    connards?
    connass(e|es)
    (pauvre|sale|petit|petite|gros|grosse|espèce de|bande de|sombre) conn?e?s?
    encul(é|ée|és|ées|er)
    (t'|vous )encule(r)?
    enfoir(é|ée|és|ées)
    pétass(e|es)
    pouff?iass(e|es)
    grognass(e|es)
    (tu es|t'es|quelle|espèce de|sale|petite) (une )?garce
    abruti(e|s|es)?
    crétin(e|s|es)?
    imbéciles?
    (espèce d'|bande d'|pauvre |sombre )idiot(e|s|es)?
    (tu es|t'es|vous êtes) (\\p{L}+ )?(un |une |des )?idiot(e|s|es)?
    (ferme )?ta gueule
    fermez? (ta|vos) gueules?
    nique (ta|tes) (mère|morts)
    (va|allez) te faire (foutre|enculer)
    suce(-moi| moi)
    suce (ma|mon) (bite|sexe|queue)
    (ma|ta|grosse|la) bite
    bite
    (te|vous) baiser(?! sur)
    on baise
    baise-moi
    (montre|montre-moi) tes (seins|nichons|fesses)
    (ta|montre-moi ta) chatte
    (envoie|envoie-moi) (des )?(nudes|photos? nue?s?)
    (taille|fais)-moi une pipe
    (espèce de|sale|pauvre) bâtarde?s?
    (sale|grosse|espèce de) truie
    (grosse|sale) vache
    tu me dégoûtes
    (?<!\\p{L} )va crever
    suicide-toi
    sale merde
  `,
  ordinary: `
    c'est (trop )?idiot
    (blague|idée|question|erreur|chose) idiote
    hure
    fut
  `,
}
