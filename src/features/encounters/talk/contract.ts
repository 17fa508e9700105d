/** What both learn once both have said yes. `seeds`: of the drawings of their talk. */
export type Revealing = {
  conversation: string
  partner: { firstName: string; avatar: string | null }
  seeds: { own: string; partner: string }
  /** A first message about something that both share; null if there is nothing. */
  opener: Opener | null
}

/** `say`: its name in the URL of the conversation (`?say=`). */
export type Opener = { text: string; say: string }
