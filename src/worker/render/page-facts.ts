import { liveRegistrationFact } from '#features/auth/sign-up/server/public.ts'
import { viewerFact } from '#features/auth/session/server/public.ts'
import { cityFact } from '#features/cities/server/public.ts'
import { newVisitorsFact } from '#features/visits/server/public.ts'
import { readBatch } from '#db/read-batch.ts'
import type { AskedPage } from '#server/pages/page-fact.ts'
import type { Statements } from '#server/pages/load.ts'

/** One batch, reads only: the viewer, the facts for gates and frames, and the page's own rows. */
export async function readPage(asked: AskedPage, page: Statements) {
  const rows = await readBatch(asked.db, {
    viewer: viewerFact.statement(asked),
    registration: liveRegistrationFact.statement(asked),
    visitors: newVisitorsFact.statement(asked),
    city: cityFact.statement(asked),
    page,
  })
  return {
    ...viewerFact.read(rows.viewer, asked),
    hasLiveRegistration: liveRegistrationFact.read(rows.registration, asked),
    isCity: cityFact.read(rows.city, asked),
    newVisitors: newVisitorsFact.read(rows.visitors, asked),
    rows: rows.page,
  }
}

export type ReadPage = Awaited<ReturnType<typeof readPage>>
