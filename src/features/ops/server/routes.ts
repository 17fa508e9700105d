import { handle } from '#server/actions/handle.ts'
import { opsActions } from '../contract.ts'
import { asStaff, withFactor } from './doors.ts'
import { confirm, confirmPassword, decideAboutFactor, enrol, lock, showHome, takeCode } from './factor-pages.ts'
import { lift, restrict, search, showMember, showSearch } from './member-pages.ts'
import { decideAboutAppeal, decideAboutPhoto, showAppeals, showAudit, showPhotos } from './queue-pages.ts'
import { showReport, showReportPhoto, showReports } from './report-pages.ts'
import { showSecurity } from './security-page.ts'

/**
 * Every address passes one of two doors; whoever is no moderator or operator walks on and gets what any unknown address
 * gets.
 */
export const opsRoutes = handle(opsActions, {
  showHome: asStaff(showHome),
  confirmPassword: asStaff(confirmPassword),
  enrol: asStaff(enrol),
  confirm: asStaff(confirm),
  takeCode: asStaff(takeCode),
  lock: asStaff(lock),
  decideAboutFactor: withFactor(decideAboutFactor),
  showPhotos: withFactor((c, staff) => showPhotos(c, staff)),
  decideAboutPhoto: withFactor(decideAboutPhoto),
  showReports: withFactor(showReports),
  showReport: withFactor(showReport),
  showReportPhoto: withFactor(showReportPhoto),
  showSearch: withFactor(showSearch),
  search: withFactor(search),
  showMember: withFactor(showMember),
  restrict: withFactor(restrict),
  lift: withFactor(lift),
  showAppeals: withFactor((c, staff) => showAppeals(c, staff)),
  decideAboutAppeal: withFactor(decideAboutAppeal),
  showAudit: withFactor(showAudit),
  showSecurity: withFactor(showSecurity),
})
