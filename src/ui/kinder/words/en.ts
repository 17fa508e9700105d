import type { WordList } from '../word-list.ts'

export const list: WordList = {
  language: 'en',
  unkind: `
    bitch(es)?
    whores?
    sluts?
    cunts?
    (ass|arse)holes?
    (you|u|filthy|dirty|stupid) bastards?
    idiots?
    morons?
    wankers?
    tossers?
    twats?
    (a|you) prick
    dickheads?
    (a|you|total) dick
    (my|your|suck|big) (dick|cock)
    suck my (dick|cock)
    dick( )?pics?
    (go )?fuck (you|u|off|yourself|ur?self)
    (to|wanna|would|let's|gonna|i'll|will) fuck( you)?
    motherfuckers?
    (send|some|me|ur|your) nudes
    your (tits|titties|boobs)
    nice (tits|titties|boobs)
    (your|ur|wet|that) pussy
    sit on my face
    cum (on|in|inside|over) (you|your|u|ur)
    blow( )?jobs?
    shut your (mouth|face|gob)
    (ugly|stupid|fat|silly) (cow|pig)
    (you|u) (pig|cow|scum|freak|whale)
    you're scum
    kill (yourself|urself)
    bend over for me
    piece of shit
    slappers?
    bang you
    you are (\\p{L}+ )?pathetic
  `,
  ordinary: `
    bite
    curve
    cur
  `,
}
