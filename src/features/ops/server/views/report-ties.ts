import { html } from 'hono/html'
import type { EvidencePhoto, TieEvidence } from '#features/reports/contract.ts'
import type { TieKind } from '#shared/text/tie.ts'
import { type Markup, moment } from './markup.ts'

const things: Record<TieKind, string> = {
  photo: 'a photo of the reporter',
  answer: 'an answer of the reporter',
  about: 'a sentence of the reporter’s text',
}

/** What the reported member's likes of the reporter were tied to, and the lines with them. */
export function tiesPart(ties: readonly TieEvidence[], photoOf: (photo: EvidencePhoto) => string | null): Markup {
  return html`<h2>Their likes of the reporter</h2>
    ${ties.map(
      ({ kind, text, photo, line, givenAt, withdrawnAt }) =>
        html`<dl>
          <dt>Liked</dt>
          <dd>
            ${things[kind]}, on ${moment(givenAt)}${withdrawnAt === null ? null : html`; withdrawn on ${moment(withdrawnAt)}`}
          </dd>
          ${
            kind === 'photo'
              ? html`<dt>Photo</dt>
                  <dd>${photoMarkup(photo, photoOf)}</dd>`
              : html`<dt>Words</dt>
                  <dd class="written" dir="auto">${text ?? 'changed or removed since'}</dd>`
          }
          <dt>Line</dt>
          <dd class="written" dir="auto">${line ?? 'none'}</dd>
        </dl>`,
    )}`
}

function photoMarkup(photo: EvidencePhoto | null, photoOf: (photo: EvidencePhoto) => string | null): Markup | string {
  const address = photo && photoOf(photo)
  if (!photo || !address) return 'removed since'
  return html`<img src="${address}" alt="The liked photo" width="${photo.width}" height="${photo.height}" />`
}
