import { html } from 'hono/html'
import { brand } from '#shared/brand.ts'
import type { AppContext } from '#server/context.ts'
import { publicOrigin } from '#server/origin.ts'
import { countQueues } from '../figures/queue-counts.ts'
import type { Staff } from '../staff.ts'
import { type FieldProblems, noProblems, problemSummary } from './fields.ts'
import type { Markup } from './markup.ts'
import { navigation } from './navigation.ts'

/** The result of the previous action, shown on the page. */
export const notices = {
  approved: 'The photo is approved.',
  rejected: 'The photo is rejected; its owner sees the reason.',
  verified: 'The member is verified. The picture is deleted.',
  unverified: 'The member is not verified; they see the reason. The picture is deleted.',
  'another-pose': 'The member is asked for another pose. The picture is deleted.',
  restricted: 'The member is restricted. They see the statement of reasons when they sign in.',
  deleted: 'The account is deleted. They read your reasons when they sign in, and can appeal once.',
  lifted: 'The restriction is lifted.',
  upheld: 'The appeal is decided: the restriction stays.',
  accepted: 'The appeal is decided: the restriction is lifted.',
  dismissed: 'The decision is stored: no breach of the rules. Whoever reported is notified, without your name.',
  acted: 'The decision is stored: we have acted. Whoever reported is notified, without the measure and without your name.',
  'email-queued': 'The email is on its way again. If it fails once more, it comes back here.',
  'email-discarded': 'The email is discarded: it will not be sent.',
  refunded: 'The refund is decided: what was granted is taken back, and the provider pays the money back.',
  settled: 'The provider was asked again. This is the order as it is now.',
  'difference-closed': 'The difference is closed, with your note.',
  'promo-created': 'The code can be used.',
  'promo-ended': 'The code has ended. Orders that have it keep what it took off.',
  'message-answered': 'The answer is on its way by email.',
  'message-closed': 'The message is closed, without an answer.',
  'redirect-added': 'The redirect is stored. It works everywhere within a minute.',
  'redirect-removed': 'The redirect is removed. It ends everywhere within a minute.',
  'switched-off': 'It is off. Within a minute it is closed everywhere.',
  'switched-on': 'It is on. Within a minute it is open everywhere.',
  locked: 'The operations pages are locked.',
  'factor-accepted': 'The second factor is accepted. From now on it opens these pages.',
  'factor-refused': 'The second factor is refused. Its owner has to set up another one.',
  'passkey-enrolled': 'The passkey is added. It opens these pages once another operator has accepted it.',
  'passkey-removed': 'The passkey no longer opens these pages. It still signs you in.',
  'passkey-accepted': 'The passkey is accepted. From now on it opens these pages.',
  'passkey-refused': 'The passkey is refused. It does not open these pages.',
  'post-created': 'The draft is there. Write it in at least one language, then publish it.',
  'post-saved': 'The text is stored. Guests see a published post’s new text within a minute.',
  'post-tagged': 'The tags are stored.',
  'post-published': 'The post is published. Guests see it within a minute.',
  'post-unpublished': 'The post is a draft again. Guests find it for a minute at most.',
  'post-deleted': 'The post and its texts are deleted.',
} as const
export type NoticeKey = keyof typeof notices

type Page = {
  title: string
  body: Markup
  staff: Staff
  /** False before the second factor: no navigation. */
  isOpen?: boolean
  /** An error to show, and what is wrong with which fields. */
  problem?: string
  fields?: FieldProblems
  /** Follows the notice of the previous action, if the page is where the queue goes on. */
  goesOn?: string
  /** What the script may ask for, on a page with a passkey's form. */
  challenge?: string
  status?: 200 | 409 | 422 | 429
}

/** Without any script: for previews, which show what operators have typed. */
export const opsPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const script = '/ops.js'

/** Adds the one file of the script, by its whole address: no other file of ours may run. The same for what it asks for. */
const pagePolicy = (origin: string, challenge?: string) =>
  `${opsPolicy}; script-src ${origin}${script}${challenge === undefined ? '' : `; connect-src ${origin}${challenge}`}`

/** One of the operators' pages: English, plain, complete without its script. Never cached. */
export async function respondOps(
  c: AppContext,
  { title, body, staff, isOpen = true, problem, fields = noProblems, goesOn = '', challenge, status = 200 }: Page,
): Promise<Response> {
  const counts = isOpen ? await countQueues(c.get('db'), staff) : null
  const done = c.req.query('done')
  const notice = done !== undefined && isNotice(done) ? notices[done] : null
  const hasScript = isOpen || challenge !== undefined
  c.header('Content-Security-Policy', hasScript ? pagePolicy(publicOrigin(c.env, c.req.url), challenge) : opsPolicy)
  c.header('Cache-Control', 'no-store')
  c.header('Content-Language', 'en')
  return c.html(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <meta name="robots" content="noindex" />
          <title>${title} &ndash; ${brand.name} operations</title>
          <link rel="stylesheet" href="/ops.css" />
          ${hasScript ? html`<script src="${script}" type="module"></script>` : null}
        </head>
        <body>
          <a class="skip" href="#main">Skip to the content</a>
          <header>
            <strong>${brand.name} <span>operations</span></strong>
            ${counts ? navigation({ current: c.req.path, staff, counts }) : null}
          </header>
          <main id="main" tabindex="-1">
            <h1>${title}</h1>
            ${problem ? problemSummary(problem, fields) : null}
            ${notice ? html`<p class="done" role="status">${notice} ${goesOn}</p>` : null} ${body}
          </main>
        </body>
      </html>`,
    status,
  )
}

function isNotice(key: string): key is NoticeKey {
  return Object.hasOwn(notices, key)
}
