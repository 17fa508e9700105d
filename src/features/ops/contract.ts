import { action, read } from '#shared/routing/action.ts'

/** The operators' pages and their forms: English, outside the product's routes. */
export const opsActions = {
  showHome: read('/ops'),
  confirmPassword: action('/ops/password', ''),
  enrol: action('/ops/enrol', ''),
  confirm: action('/ops/confirm', ''),
  takeCode: action('/ops/code', ''),
  lock: action('/ops/lock', ''),
  decideAboutFactor: action('/ops/factors/:id', ''),
  showPhotos: read('/ops/photos'),
  decideAboutPhoto: action('/ops/photos/:id', ''),
  showReports: read('/ops/reports'),
  showReport: read('/ops/reports/:id'),
  decideAboutReport: action('/ops/reports/:id', ''),
  showReportPhoto: read('/ops/reports/:id/photos/:seq'),
  showSearch: read('/ops/members'),
  search: action('/ops/members', ''),
  showMember: read('/ops/members/:id'),
  restrict: action('/ops/members/:id/restrict', ''),
  lift: action('/ops/restrictions/:id/lift', ''),
  showAppeals: read('/ops/appeals'),
  decideAboutAppeal: action('/ops/appeals/:id', ''),
  showAudit: read('/ops/audit'),
  showSecurity: read('/ops/security'),
  showMail: read('/ops/mail'),
  decideAboutMail: action('/ops/mail/:id', ''),
}
