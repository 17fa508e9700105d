import { Hono } from 'hono'
import {
  asStaff,
  confirm,
  confirmPassword,
  decideAboutAppeal,
  decideAboutFactor,
  decideAboutPhoto,
  enrol,
  lift,
  lock,
  restrict,
  search,
  showAppeals,
  showAudit,
  showHome,
  showMember,
  showPhotos,
  showReport,
  showReportPhoto,
  showReports,
  showSearch,
  showSecurity,
  takeCode,
  withFactor,
} from '#features/ops/server/public.ts'
import type { AppEnv } from '#server/context.ts'

/**
 * The operators' pages, under /ops: English, outside the product's routes. Every address passes one of two doors; whoever
 * is no moderator or operator walks on and gets what any unknown address gets. The paths are those of views/shell.ts.
 */
export const opsRoutes = new Hono<AppEnv>()
  .get('/', asStaff(showHome))
  .post('/password', asStaff(confirmPassword))
  .post('/enrol', asStaff(enrol))
  .post('/confirm', asStaff(confirm))
  .post('/code', asStaff(takeCode))
  .post('/lock', asStaff(lock))
  .post('/factors/:id', withFactor(decideAboutFactor))
  .get(
    '/photos',
    withFactor((c, staff) => showPhotos(c, staff)),
  )
  .post('/photos/:id', withFactor(decideAboutPhoto))
  .get('/reports', withFactor(showReports))
  .get('/reports/:id', withFactor(showReport))
  .get('/reports/:id/photos/:seq', withFactor(showReportPhoto))
  .get('/members', withFactor(showSearch))
  .post('/members', withFactor(search))
  .get('/members/:id', withFactor(showMember))
  .post('/members/:id/restrict', withFactor(restrict))
  .post('/restrictions/:id/lift', withFactor(lift))
  .get(
    '/appeals',
    withFactor((c, staff) => showAppeals(c, staff)),
  )
  .post('/appeals/:id', withFactor(decideAboutAppeal))
  .get('/audit', withFactor(showAudit))
  .get('/security', withFactor(showSecurity))
