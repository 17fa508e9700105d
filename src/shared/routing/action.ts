type Options = {
  /** Other sites may call it: it authenticates its caller itself. */
  crossSite?: true
  /** A restricted member may also call it. */
  openToRestricted?: true
  /** It reads its member in the batch that writes (`batchAsMember`), so nothing reads them before. */
  isOneBatch?: true
}

/** An answer without its own data. */
export type Nothing = Record<never, never>

/**
 * One action, declared once in its feature's contract for both sides. `path` may have parameters as `:id`. `form` is the name of
 * its form on pages and in flashes, '' for calls made only by scripts.
 */
export type Action<Answer extends object = Nothing> = Options & {
  path: string
  form: string
  /** Default: POST. */
  method?: 'GET'
  /** The JSON of a success: a type only, never a value. */
  answer?: Answer
}

/** A refusal as a script receives it; `message` and the texts of `fields` are in the reader's language. */
export type Refused = { kind: 'refused'; status: number; code: string; message: string; fields: Record<string, string> }

export type AnswerOf<Declared> = Declared extends Action<infer Answer> ? Answer : never

/** Declares an action that changes something, such as `action<LikeAnswer>('/api/likes', 'like')`. */
// @__NO_SIDE_EFFECTS__
export function action<Answer extends object = Nothing>(path: string, form: string, options?: Options): Action<Answer> {
  return { path, form, ...options }
}

/** Declares a GET that only reads, such as `read<PeopleCount>('/api/people/count')`. */
// @__NO_SIDE_EFFECTS__
export function read<Answer extends object = Nothing>(path: string, options?: Options): Action<Answer> {
  return { path, form: '', method: 'GET', ...options }
}
