type Options = {
  /** Other sites may call it: it proves by itself who asks. */
  crossSite?: true
  /** A restricted member may call it, too. */
  openToRestricted?: true
}

/** An answer without data of its own. */
export type Nothing = Record<never, never>

/**
 * One action, declared once in its feature's contract for both sides. `path` may name parameters as `:id`; `form` is the
 * name under which pages and flashes know its form, '' for calls of scripts alone.
 */
export type Action<Answer extends object = Nothing> = Options & {
  path: string
  form: string
  /** POST when left out. */
  method?: 'GET'
  /** The JSON of a success: a type only, never a value. */
  answer?: Answer
}

/** What a refusal tells a script; `message` and the texts of `fields` are in the reader's language. */
export type Refused = { kind: 'refused'; status: number; code: string; message: string; fields: Record<string, string> }

export type AnswerOf<Declared> = Declared extends Action<infer Answer> ? Answer : never

/** `action<LikeAnswer>('/api/likes', 'like')`: changes something. The build puts the two texts where they are used. */
export function action<Answer extends object = Nothing>(path: string, form: string, options?: Options): Action<Answer> {
  return { path, form, ...options }
}

/** `read<PeopleCount>('/api/people/count')`: a GET that only reads. */
export function read<Answer extends object = Nothing>(path: string, options?: Options): Action<Answer> {
  return { path, form: '', method: 'GET', ...options }
}
