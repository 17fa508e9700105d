import type { BatchItem } from 'drizzle-orm/batch'
import type { Database } from '#db/database.ts'
import type { Viewer } from '#shared/bootstrap.ts'
import type { Translator } from '#shared/i18n/translator.ts'
import type { PageComponent } from '#shared/react/lazy-component.tsx'
import type { PortraitOf } from '#shared/photo.ts'
import type { PublicHead } from '#shared/routing/head-data.ts'
import type { AppContext } from '../context.ts'
import type { Env } from '../env.ts'
import type { Closed } from '../switches.ts'

/** The context of a page's queries before the visitor's access is known: reads only, keyed by `viewerId`. */
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
  /** Country of the network address; null where it is unknown. */
  country: string | null
  closed: Closed
  now: number
}

/** The context of a page's load once the gates have let the visitor in. */
export type LoadContext = QueryContext & {
  viewer: Viewer | null
  /** Consents that the member has given, each with its version, such as `terms 1.1`; null for a guest. */
  agreed: readonly string[] | null
  translator: Translator
  timeZone: string
  /** URLs of portraits that only this viewer can open. */
  portraitOf: PortraitOf
  /**
   * The same, for somebody whom the page's own read lets the viewer meet: the hub then opens the photo without another question. Never for
   * anybody else, because a photo's URL alone decides nothing.
   */
  shownPortraitOf: PortraitOf
  /** Keys of the photos that the page shows in this way; a load adds those for which it makes URLs itself. */
  shownPhotos: Set<string>
}

export type Statements = readonly BatchItem<'sqlite'>[]
export type Rows<S extends Statements> = { -readonly [K in keyof S]: S[K]['_']['result'] }

/**
 * A page's queries and props. `statements` join the one D1 batch that also reads the viewer. `props` turns their rows into the
 * page's props; it throws `notFound()` for missing data. `deferred` starts slower reads that stream in after the shell, by name,
 * each awaited by an `<Await>` of that name. A deferred read returns null if its source is unavailable. `visited` runs after the
 * answer to a document that someone really opened, never for a prefetch, a payload or a link on another site. Loads themselves
 * only read. `parts` are the lazy components that come with the document, ready to be rendered.
 */
export type Load<S extends Statements, Props> = {
  /** Runs before anything is read; throws for a page that may not be opened now. */
  admit?(c: AppContext): Promise<void>
  statements?(context: QueryContext): S | Promise<S>
  props(context: LoadContext, rows: Rows<S>): Props | Promise<Props>
  deferred?(context: LoadContext): Record<string, Promise<unknown>>
  visited?(context: LoadContext, props: Props): Promise<unknown>
  parts?(context: LoadContext, props: Props): readonly PageComponent[]
  title(context: LoadContext, props: Props): string
  /** Of public pages only. */
  head?(context: LoadContext, props: Props): PublicHead
}

export function defineLoad<const S extends Statements, Props>(load: Load<S, Props>): Load<S, Props> {
  return load
}

/** A load with unknown statements and props. */
export type AnyLoad = Load<Statements, unknown>
