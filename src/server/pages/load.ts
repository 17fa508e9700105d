import type { BatchItem } from 'drizzle-orm/batch'
import type { Database } from '#db/database.ts'
import type { Viewer } from '#shared/bootstrap.ts'
import type { Translator } from '#shared/i18n/translator.ts'
import type { PageComponent } from '#shared/react/lazy-component.tsx'
import type { PortraitOf } from '#shared/photo.ts'
import type { AppContext } from '../context.ts'
import type { Env } from '../env.ts'

/** What a page may ask for before anyone knows whether the visitor may see it: reads only, keyed by `viewerId`. */
export type QueryContext = {
  env: Env
  db: Database
  /** The token's subject: a member's id, or that of a registration; '' for a guest. */
  viewerId: string
  /** Session of the token; '' for a guest. */
  sid: string
  /** A cookie of the request. */
  cookie: (name: string) => string | undefined
  params: Record<string, string>
  url: URL
  now: number
}

/** What a page is made of once the gates have let the visitor in. */
export type LoadContext = QueryContext & {
  viewer: Viewer | null
  /** Consents that the member has given, each with its version, such as `terms 1.1`; null for a guest. */
  agreed: readonly string[] | null
  translator: Translator
  timeZone: string
  /** Addresses of portraits that only this viewer can open. */
  portraitOf: PortraitOf
}

export type Statements = readonly BatchItem<'sqlite'>[]
export type Rows<S extends Statements> = { -readonly [K in keyof S]: S[K]['_']['result'] }

/**
 * How a page gets its data. `statements` join the one D1 batch that also reads the viewer; `props` turns their rows into
 * the page's props (throw `notFound()` for what is not there); `deferred` starts slower reads that stream in after the shell,
 * by name, each waited for by a `<Await>` of that name. A deferred read answers null when its source is away. `visited` runs
 * after the answer to a document that somebody really opened (never for a prefetch, a payload or a link on another site):
 * loads themselves only read. `parts` are those of the page's parts that come with the document, ready to be rendered,
 * instead of when they are first shown.
 */
export type Load<S extends Statements, Props> = {
  /** Asked before anything is read; throws for a page that may not be opened now. */
  admit?(c: AppContext): Promise<void>
  statements?(context: QueryContext): S | Promise<S>
  props(context: LoadContext, rows: Rows<S>): Props | Promise<Props>
  deferred?(context: LoadContext): Record<string, Promise<unknown>>
  visited?(context: LoadContext, props: Props): Promise<unknown>
  parts?(context: LoadContext, props: Props): readonly PageComponent[]
  title(context: LoadContext, props: Props): string
}

export function defineLoad<const S extends Statements, Props>(load: Load<S, Props>): Load<S, Props> {
  return load
}

/** A load of which the caller only knows that it is one. */
export type AnyLoad = Load<Statements, unknown>
